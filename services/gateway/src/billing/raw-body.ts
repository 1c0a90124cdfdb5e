import type { FastifyInstance } from 'fastify';

/** Internal content type of an unparsed body. No other route accepts it. */
const RAW = 'application/vnd.filemill.raw';

/**
 * Gives one route its body as a Buffer, whatever the content type, up to the limit of all bodies: a
 * signature covers the bytes, not what a parser made of them.
 */
export function keepRawBody(fastify: FastifyInstance, route: string): void {
  fastify.addContentTypeParser(RAW, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === route) request.raw.headers['content-type'] = RAW;
    done();
  });
}
