import type { PublicCode } from '@filemill/errors';

/** A refusal of the API, or `unavailable` where no answer came. */
export class ApiError extends Error {
  /**
   * @param code - of the API's error table; a newer server may have others
   * @param message - the server's English sentence
   * @param details - limits, field names and the like; JSON values
   */
  constructor(
    readonly status: number,
    readonly code: PublicCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Seconds after which another try makes sense, from `Retry-After`. */
  retryAfterSeconds?: number;
}

/** No answer: the network or the service is unreachable. */
export const unreachableError = (): ApiError => new ApiError(0, 'unavailable', '');

/** The error of an answer that is not a success; a body that is not the API's becomes `internal` or `unavailable`. */
export function toApiError(status: number, body: string): ApiError {
  try {
    const { error } = JSON.parse(body) as { error: { code: PublicCode; message: string } };
    const { code, message, ...details } = error;
    return new ApiError(status, code, message, details);
  } catch {
    return new ApiError(status, status >= 502 || status === 0 ? 'unavailable' : 'internal', '');
  }
}
