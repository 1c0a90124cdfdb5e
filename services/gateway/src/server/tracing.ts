import { failSpan, startTrace, withSpan } from '@filemill/platform';
import type { FastifyInstance } from 'fastify';
import { codeOfAnswer } from '../http/errors.js';

/** Streams stay open for hours: each would be an endless trace. */
const STREAM = /\/events$/;

/**
 * Begins a trace for calls of the API. A trace that the caller began is not continued, since callers must not decide
 * what is sampled. The request id leads from one to the other.
 */
export function installTracing(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    if (!route.startsWith('/api/') || STREAM.test(route)) return done();
    const { method, id } = request;
    // The pattern and not the URL, because paths and queries contain ids, tokens and names.
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': String(id) };
    const span = startTrace(`${method} ${route}`, attributes);
    if (!span.isRecording()) return done();
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      const code = codeOfAnswer(reply);
      if (code && reply.statusCode >= 500) failSpan(span, code);
      span.end();
    });
    withSpan(span, done);
  });
}
