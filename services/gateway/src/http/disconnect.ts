import type { FastifyReply } from 'fastify';

/** One for all requests: an abort without a reason creates an exception with a stack, at the end of every answer. */
const DISCONNECTED = new Error('the caller has disconnected');

/** Aborts when the connection of a request ends, answered or not; at once if it has ended before. */
export function disconnectSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  // Guards may have waited long, and 'close' is emitted only once.
  if (raw.destroyed || raw.closed) return AbortSignal.abort(DISCONNECTED);
  const controller = new AbortController();
  raw.once('close', () => controller.abort(DISCONNECTED));
  return controller.signal;
}

/** Runs `act` when a signal aborts; at once if it has aborted. */
export function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
