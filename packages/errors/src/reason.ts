import { AppError } from './app-error.js';

/** Causes deeper than this are left out. */
const MAX_DEPTH = 6;

/**
 * The messages of an error and of its causes, outermost first, on one line: for an operator's log, never for a caller.
 * An AppError gives its code, since its message is written for users.
 */
export function reasonOf(error: unknown): string {
  const said: string[] = [];
  let at = error;
  for (let depth = 0; at && depth < MAX_DEPTH; depth++, at = causeOf(at)) {
    const text = sayingOf(at);
    if (text !== said.at(-1)) said.push(text);
  }
  return said.join(' < ');
}

/** Node reports a host of which no address answered as an AggregateError without a message. */
const causeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : (error as { cause?: unknown }).cause;

function sayingOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { message, code, name } = error as { message?: unknown; code?: unknown; name?: unknown };
  return String(message || code || name || error).replaceAll(/\s+/g, ' ');
}
