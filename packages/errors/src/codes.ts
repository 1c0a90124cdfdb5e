import { status as Status } from '@grpc/grpc-js';

interface CodeSpec {
  /** gRPC status that carries the error between services; the code itself travels as metadata. */
  readonly grpc: Status;
  /** HTTP status of the public answer. */
  readonly http: number;
  /** Whether the same request may succeed later without being changed. */
  readonly retry: boolean;
}

/**
 * Every failure that one part of Filemill may report to another or to a caller.
 * The public code is the key in lower case (`file_too_large`); HTTP statuses are fixed by the API contract.
 */
export const CODES = {
  INVALID_REQUEST: { grpc: Status.INVALID_ARGUMENT, http: 400, retry: false },
  UNAUTHENTICATED: { grpc: Status.UNAUTHENTICATED, http: 401, retry: false },
  SUSPENDED: { grpc: Status.PERMISSION_DENIED, http: 403, retry: false },
  FORBIDDEN: { grpc: Status.PERMISSION_DENIED, http: 403, retry: false },
  NOT_FOUND: { grpc: Status.NOT_FOUND, http: 404, retry: false },
  UPLOAD_TIMEOUT: { grpc: Status.CANCELLED, http: 408, retry: false },
  EMAIL_TAKEN: { grpc: Status.ALREADY_EXISTS, http: 409, retry: false },
  PLAN_REQUIRED: { grpc: Status.FAILED_PRECONDITION, http: 409, retry: false },
  CANCELLED: { grpc: Status.ABORTED, http: 409, retry: false },
  IDEMPOTENCY_CONFLICT: { grpc: Status.ABORTED, http: 409, retry: false },
  GONE: { grpc: Status.NOT_FOUND, http: 410, retry: false },
  FILE_TOO_LARGE: { grpc: Status.OUT_OF_RANGE, http: 413, retry: false },
  UNSUPPORTED_FORMAT: { grpc: Status.INVALID_ARGUMENT, http: 415, retry: false },
  FILE_CORRUPT: { grpc: Status.FAILED_PRECONDITION, http: 422, retry: false },
  FILE_ENCRYPTED: { grpc: Status.FAILED_PRECONDITION, http: 422, retry: false },
  OPTION_INVALID: { grpc: Status.INVALID_ARGUMENT, http: 422, retry: false },
  PASSWORD_WRONG: { grpc: Status.INVALID_ARGUMENT, http: 422, retry: false },
  IDEMPOTENCY_MISMATCH: { grpc: Status.INVALID_ARGUMENT, http: 422, retry: false },
  QUOTA_EXCEEDED: { grpc: Status.RESOURCE_EXHAUSTED, http: 429, retry: false },
  CONCURRENCY_LIMIT: { grpc: Status.RESOURCE_EXHAUSTED, http: 429, retry: false },
  RATE_LIMITED: { grpc: Status.RESOURCE_EXHAUSTED, http: 429, retry: false },
  ENGINE_FAILED: { grpc: Status.INTERNAL, http: 500, retry: true },
  INTERNAL: { grpc: Status.INTERNAL, http: 500, retry: true },
  UNAVAILABLE: { grpc: Status.UNAVAILABLE, http: 503, retry: true },
  OVERLOADED: { grpc: Status.UNAVAILABLE, http: 503, retry: true },
  ENGINE_TIMEOUT: { grpc: Status.DEADLINE_EXCEEDED, http: 504, retry: false },
} as const satisfies Record<string, CodeSpec>;

/** One of {@link CODES}. */
export type Code = keyof typeof CODES;

/** Whether a value is a code of the table. */
export const isCode = (value: unknown): value is Code =>
  typeof value === 'string' && Object.hasOwn(CODES, value);

/** The stable code of the public error body, such as `file_too_large`. */
export type PublicCode = Lowercase<Code>;

/** The {@link PublicCode} of a code. */
export const publicCode = (code: Code): PublicCode => code.toLowerCase() as PublicCode;
