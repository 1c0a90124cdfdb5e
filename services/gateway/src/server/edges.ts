import type { IncomingMessage } from 'node:http';
import { AppError, publicCode } from '@filemill/errors';
import { enterContext, type Logger } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Drain } from '../http/drain.js';
import { codeOfAnswer, reasonOfAnswer } from '../http/errors.js';
import { availabilityOf, type HttpMetrics } from '../http/metrics.js';
import { limitHeaderLengths } from './long-headers.js';

/** How long the rest of a refused upload is read, so that the caller can read the answer before the connection ends. */
const LINGER_MS = 10_000;
/** Time limit for the body of a request that is not an upload. */
const BODY_MS = 30_000;

/** Request ids, body time limits, metrics and the access log, for every request, in the order of this file. */
export function installEdges(
  fastify: FastifyInstance,
  options: { logger: Logger; metrics: HttpMetrics; drain: Drain },
): void {
  const { logger, metrics, drain } = options;

  fastify.addHook('onRequest', (request, reply, done) => {
    enterContext({ requestId: String(request.id) });
    metrics.inFlight.inc();
    reply.raw.once('close', () => metrics.inFlight.dec());
    done();
  });
  limitHeaderLengths(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isUpload(request)) limitBodyTime(request);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header(HEADERS.requestId, String(request.id));
    // If the client kept the connection, it would lose its next request. Node would also close it with unread bytes.
    if (drain.leaving.aborted && request.raw.complete) reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { socket } = request.raw;
    // A kept connection would delay the end of the process.
    const endIfDraining = (): void => {
      if (drain.begun.aborted) socket.destroySoon();
    };
    if (request.raw.complete) endIfDraining();
    else drainRefusedBody(request, endIfDraining);
    const labels = { method: request.method, route: patternOf(request), status: statusClass(reply) };
    metrics.requests.inc(labels);
    metrics.duration.observe(labels, reply.elapsedTime / 1000);
    const code = codeOfAnswer(reply);
    if (code) metrics.errors.inc({ code: publicCode(code) });
    const result = availabilityOf(reply.statusCode, code);
    metrics.availability.inc({ result });
    // The pattern and not the URL, because paths and queries contain ids, tokens and names.
    const { method, route } = labels;
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method, route, status: reply.statusCode, durationMs };
    if (result === 'bad') logger.warn({ ...line, reason: reasonOfAnswer(reply) }, 'request');
    else logger.info(line, 'request');
    done();
  });
}

const isUpload = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('multipart/form-data') === true;

const patternOf = (request: FastifyRequest): string =>
  request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');

const statusClass = (reply: FastifyReply): string => `${Math.floor(reply.statusCode / 100)}xx`;

function limitBodyTime({ raw }: FastifyRequest): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => raw.destroy(new AppError('UPLOAD_TIMEOUT')), BODY_MS);
  stopAtEnd(raw, timer);
}

/** Clears a timer when a request, or its connection, has ended. */
function stopAtEnd(raw: IncomingMessage, timer: NodeJS.Timeout): void {
  const { socket } = raw;
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  raw.once('end', stop);
  // After its answer, Node does not report a disconnect to the request itself.
  socket.once('close', stop);
}

/** Ending the connection with unread bytes would reset it, and the caller might not receive the answer. */
function drainRefusedBody({ raw }: FastifyRequest, afterwards: () => void): void {
  raw.unpipe();
  raw.once('end', afterwards);
  raw.resume();
  stopAtEnd(
    raw,
    setTimeout(() => raw.destroy(), LINGER_MS),
  );
}
