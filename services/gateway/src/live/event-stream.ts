import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A connection without news hears something after this long, so that no proxy takes it for dead. */
export const HEARTBEAT_MS = 15_000;
/** Timers may fire a little early by the clock that measures them. */
export const TIMER_SLACK_MS = 5;
/** What an event stream says to keep itself alive. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Answers with server-sent events (HTML standard, section 9.2); a slow reader holds up the generator. */
export function sendEvents(reply: FastifyReply, events: AsyncGenerator<string>): void {
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // nginx and its relatives would hold events back.
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(events, { highWaterMark: 1 }));
}
