import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { AppError } from './app-error.js';
import { CODES, type Code, isCode } from './codes.js';
import type { ErrorParams } from './messages.js';

const CODE_KEY = 'filemill-code';
const PARAMS_KEY = 'filemill-params-bin';

/** The gRPC status of an error: the code as metadata, its params as JSON in binary metadata (any alphabet). */
export function toGrpcStatus(error: unknown): StatusObject {
  const appError = AppError.from(error);
  const metadata = new Metadata();
  metadata.set(CODE_KEY, appError.code);
  metadata.set(PARAMS_KEY, Buffer.from(JSON.stringify(appError.params)));
  return { code: CODES[appError.code].grpc, details: appError.message, metadata };
}

/** The code that a status of {@link toGrpcStatus} carries; undefined for one that gRPC itself has made. */
export function codeInMetadata(metadata: Metadata | null | undefined): Code | undefined {
  const code = metadata?.get(CODE_KEY)[0];
  return isCode(code) ? code : undefined;
}

/**
 * Statuses of gRPC itself when a call reaches no server, and the one of a service that refuses the calling process
 * ({@link unknownCallerStatus}): faults between our own processes, never the user's.
 */
const LOST: readonly status[] = [
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNAUTHENTICATED,
];

/**
 * The answer to a process that did not identify itself as one of ours. It carries no code of the error table, so that
 * {@link fromGrpcError} maps it to UNAVAILABLE and not to a user's UNAUTHENTICATED, which signs users out.
 *
 * @param details - why, for the caller's log
 */
export const unknownCallerStatus = (details: string): StatusObject => ({
  code: status.UNAUTHENTICATED,
  details,
  metadata: new Metadata(),
});

/** The AppError that the called service threw; `UNAVAILABLE` for a broken connection, or a service that refuses ours. */
export function fromGrpcError(error: ServiceError): AppError {
  const code = codeInMetadata(error.metadata);
  if (code) {
    const raw = error.metadata.get(PARAMS_KEY)[0];
    const params = raw ? (JSON.parse(raw.toString()) as ErrorParams) : {};
    return new AppError(code, params, { cause: error });
  }
  return new AppError(LOST.includes(error.code) ? 'UNAVAILABLE' : 'INTERNAL', {}, { cause: error });
}
