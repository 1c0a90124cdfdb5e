import type { FastifyInstance } from 'fastify';

/** The type under which a body is left as it came. Nobody else sends it, and other routes refuse such a body. */
const RAW = 'application/vnd.filemill.raw';

/**
 * Gives one route the bytes of its body as a Buffer, whatever they call themselves, up to the limit of all bodies: a
 * signature is over the bytes and not over what a parser made of them.
 */
export function keepRawBody(fastify: FastifyInstance, route: string): void {
  fastify.addContentTypeParser(RAW, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === route) request.raw.headers['content-type'] = RAW;
    done();
  });
}
