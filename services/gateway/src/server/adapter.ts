import type { IncomingMessage } from 'node:http';
import { newRequestId } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { sendError } from '../http/errors.js';
import { answerClientError } from './client-error.js';

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
        files: 1,
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
