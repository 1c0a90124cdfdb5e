import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, toHttpError } from '@filemill/errors';
import { MAX_FILES_AT_ONCE } from '@filemill/plans';
import { newRequestId } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { sendError } from '../http/errors.js';

/** Security limits of a request (`request` class): 20 fields, 1 MB of JSON, headers within 15 s. */
const REQUEST_LIMITS = {
  jsonBytes: 1_048_576,
  fields: 20,
  headersMs: 15_000,
} as const;

/**
 * Fastify with the gateway's settings: no limit on the total time of a request (uploads have a minimum rate instead), one
 * form of errors for refusals of the router and the parser, multipart as a stream.
 *
 * @param trustProxyHops - number of own proxies whose `X-Forwarded-For` entries count
 */
export function createAdapter(trustProxyHops: number): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: (_address: string, hop: number) => hop < trustProxyHops,
    bodyLimit: REQUEST_LIMITS.jsonBytes,
    requestTimeout: 0,
    connectionTimeout: 0,
    // Node checks for late headers at this interval, by default every 30 s.
    http: { headersTimeout: REQUEST_LIMITS.headersMs, connectionsCheckingInterval: 1_000 },
    return503OnClosing: false,
    genReqId: (request: IncomingMessage) => newRequestId(request.headers[HEADERS.requestId]),
    clientErrorHandler: answerClientError,
    frameworkErrors: sendError,
    multipart: {
      throwFileSizeLimit: false,
      limits: {
        // The plan of a caller allows fewer.
        files: MAX_FILES_AT_ONCE,
        // Each upload has the limit of its plan and category, which the parser cannot know.
        fileSize: Number.MAX_SAFE_INTEGER,
        fields: REQUEST_LIMITS.fields,
        fieldNameSize: 100,
        fieldSize: REQUEST_LIMITS.jsonBytes,
        headerPairs: 20,
      },
    },
  });
}

/**
 * Answers a request that Node's parser refused, before there is a request object: invalid syntax, slow or too long
 * headers.
 */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const requestId = newRequestId();
  const refusal = new AppError(slow ? 'UPLOAD_TIMEOUT' : 'INVALID_REQUEST', {});
  const { status, body } = toHttpError(refusal, requestId);
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${slow ? 'Request Timeout' : 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` +
      `${HEADERS.requestId}: ${requestId}\r\nConnection: close\r\n\r\n${json}`,
  );
}
