import { AppError } from '@filemill/errors';
import type { FastifyInstance } from 'fastify';

/** Longest header that is split into its parts, bytes. No browser comes near it. */
const MAX_SPLIT_BYTES = 1_024;

/**
 * Wishes and conditions that HTTP lets a server leave out: what is answered without them is right, only larger, in another
 * language or later. Each with the fields that go with it.
 *
 * - `accept`, `accept-encoding`, `accept-language`: a server may disregard them (RFC 9110, 12.1).
 * - `if-none-match`: spares the caller what it has. `if-modified-since` counts only where it is absent (13.1.3), and was
 *   written for a request in which it is not.
 * - `prefer`: never binds (RFC 7240, 2).
 * - `range`: a server may ignore it (RFC 9110, 14.2). `if-range` is a condition of it alone.
 */
const IGNORED: readonly (readonly [name: string, ...dependents: string[]])[] = [
  ['accept'],
  ['accept-encoding'],
  ['accept-language'],
  ['if-none-match', 'if-modified-since'],
  ['prefer'],
  ['range', 'if-range'],
];

/**
 * Fields without which the request would mean something else, so that it is refused.
 *
 * - `content-type`: says what the body is.
 * - `if-match`: forbids an answer that does not fulfil it.
 * - `x-forwarded-for`: a caller who could have it ignored would be counted as our own proxy.
 */
const REFUSED: readonly string[] = ['content-type', 'if-match', 'x-forwarded-for'];

/**
 * Looks at the length of headers before anything splits them, our own code and the libraries alike. One above 1 KiB is
 * ignored where HTTP says that it may be, else the request is refused with INVALID_REQUEST.
 */
export function boundHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    for (const names of IGNORED) {
      if (isLong(headers[names[0]])) for (const name of names) delete headers[name];
    }
    const refused = REFUSED.find((name) => isLong(headers[name]));
    const rule = `at most ${MAX_SPLIT_BYTES} bytes`;
    done(refused ? new AppError('INVALID_REQUEST', { fields: { [refused]: rule } }) : undefined);
  });
}

/** Node joins fields that came several times, and reads each byte as one character. */
const isLong = (field: string | string[] | undefined): boolean =>
  String(field ?? '').length > MAX_SPLIT_BYTES;
