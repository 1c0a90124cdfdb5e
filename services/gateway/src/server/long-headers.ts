import { AppError } from '@filemill/errors';
import type { FastifyInstance } from 'fastify';

/** Maximum length of a header that is split into its parts, bytes. No browser comes near it. */
const MAX_SPLIT_BYTES = 1_024;

/**
 * Headers that a server may ignore according to HTTP: the answer without them is correct, only larger, in another
 * language or later. Each with its dependent headers.
 *
 * - `accept`, `accept-encoding`, `accept-language`: a server may disregard them (RFC 9110, 12.1).
 * - `if-none-match`: saves the caller a download. `if-modified-since` counts only if it is absent (13.1.3), so
 *   it is ignored as well.
 * - `prefer`: never binding (RFC 7240, 2).
 * - `range`: a server may ignore it (RFC 9110, 14.2). `if-range` is a condition of it only.
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
 * Headers without which the request would have another meaning, so that it is refused.
 *
 * - `content-type`: says what the body is.
 * - `if-match`: forbids an answer that does not match.
 * - `x-forwarded-for`: a caller who could have it ignored would be counted as our own proxy.
 */
const REFUSED: readonly string[] = ['content-type', 'if-match', 'x-forwarded-for'];

/**
 * Checks the length of headers before our code or a library splits them. One above 1 KiB is
 * ignored if HTTP allows that, else the request is refused with INVALID_REQUEST.
 */
export function limitHeaderLengths(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    for (const names of IGNORED) {
      if (isLong(headers[names[0]])) for (const name of names) delete headers[name];
    }
    const refused = REFUSED.find((name) => isLong(headers[name]));
    const rule = `at most ${MAX_SPLIT_BYTES} bytes`;
    done(refused ? new AppError('INVALID_REQUEST', { fields: { [refused]: rule } }) : undefined);
  });
}

/** Node joins repeated headers, and reads each byte as one character. */
const isLong = (field: string | string[] | undefined): boolean =>
  String(field ?? '').length > MAX_SPLIT_BYTES;
