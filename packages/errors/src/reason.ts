import { AppError } from './app-error.js';

/** Causes deeper than this are left out. */
const MAX_DEPTH = 6;

/**
 * What an error says of itself and of its causes, outermost first, on one line: for the log of an operator, never for a
 * caller. An AppError says its code, since its sentence is written for people who know nothing of the causes.
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

/** Node reports a host that no address of answered as an AggregateError without a message. */
const causeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : (error as { cause?: unknown }).cause;

function sayingOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { message, code, name } = error as { message?: unknown; code?: unknown; name?: unknown };
  return String(message || code || name || error).replaceAll(/\s+/g, ' ');
}
