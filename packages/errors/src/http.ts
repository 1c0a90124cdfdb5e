import { AppError } from './app-error.js';
import { CODES, publicCode } from './codes.js';

/** Body of every error that the API answers; `error` also has the public details. */
export interface HttpErrorBody {
  status: 'error';
  message: string;
  error: { code: string; message: string; requestId: string } & Record<string, unknown>;
}

/** An error as an HTTP answer; the headers are in lower case. */
interface HttpError {
  status: number;
  headers: Record<string, string>;
  body: HttpErrorBody;
}

/**
 * The public answer for an error. `retryAfterSeconds` among the params becomes the `Retry-After` header;
 * for a 503 without one it is 5 seconds.
 */
export function toHttpError(error: unknown, requestId: string): HttpError {
  const appError = AppError.from(error);
  const status: number = CODES[appError.code].http;
  const { message: _text, retryAfterSeconds, ...details } = appError.params;
  const retryAfter = retryAfterSeconds ?? (status === 503 ? 5 : undefined);
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: {
      status: 'error',
      message: appError.message,
      error: { ...details, code: publicCode(appError.code), message: appError.message, requestId },
    },
  };
}
