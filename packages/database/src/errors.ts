import { types } from 'node:util';
import { AppError } from '@filemill/errors';

/**
 * SQLSTATEs that say "not now": connection exceptions (08), too many connections, disk full and out of memory (53),
 * statement timeout (57014), shutdown and start-up (57P01 to 57P05), lock timeout (55P03), and a server that has become
 * a read-only replica (25006). Source: PostgreSQL 15 manual, appendix A.
 */
const UNREACHABLE_STATES = /^(08...|53...|57014|57P0[1-5]|55P03|25006)$/;

/** Codes of Node's sockets and resolver. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages without a code from pg and TypeORM when a connection is lost or none is free in time. */
const UNREACHABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout|query runner already released|client was closed/i;

/** Whether the client gave up waiting for an answer, which may still be on its way. */
export const isUnanswered = (error: unknown): boolean =>
  types.isNativeError(error) && error.message === 'Query read timeout';

/** Whether running the same transaction again may succeed: 40001 serialization_failure, 40P01 deadlock_detected. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** The SQLSTATE or system code of an error of the driver, however deeply wrapped. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; types.isNativeError(at); at = at.cause) {
    const { code, driverError } = at as Error & { code?: unknown; driverError?: { code?: unknown } };
    const found = driverError?.code ?? code;
    if (typeof found === 'string' && !(at instanceof AppError)) return found;
  }
  return undefined;
}

/**
 * UNAVAILABLE for a database that cannot be reached or has no room now; every other error as it is.
 *
 * @param error - what pg or TypeORM threw
 */
export function toDatabaseError(error: unknown): unknown {
  // Not `instanceof Error`: the driver's errors may come from another realm, as they do in Jest.
  if (!types.isNativeError(error) || error instanceof AppError) return error;
  const code = sqlState(error) ?? '';
  const isUnreachable =
    UNREACHABLE_CODES.has(code) || UNREACHABLE_STATES.test(code) || UNREACHABLE_TEXT.test(error.message);
  return isUnreachable ? new AppError('UNAVAILABLE', {}, { cause: error }) : error;
}
