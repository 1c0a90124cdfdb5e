import { CODES, type Code } from './codes.js';
import { type ErrorParams, messageFor } from './messages.js';

/**
 * The one error type that crosses a boundary. Anything else is reported as `INTERNAL`.
 *
 * @param code - a row of the error table
 * @param params - public details; `message` replaces the default sentence
 * @param options - `cause` goes to the log and never to a caller
 */
export class AppError extends Error {
  constructor(
    readonly code: Code,
    readonly params: ErrorParams = {},
    options?: ErrorOptions,
  ) {
    super(messageFor(code, params), options);
    this.name = 'AppError';
  }

  /** Whether the same request may succeed later. */
  get retry(): boolean {
    return CODES[this.code].retry;
  }

  /** Anything thrown as an AppError; what is not one becomes `INTERNAL` with the original as its cause. */
  static from(error: unknown): AppError {
    return error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error });
  }
}
