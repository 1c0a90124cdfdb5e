import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An idle connection gets a comment after this time, so that no proxy closes it. */
export const HEARTBEAT_MS = 15_000;
/** Timers may fire slightly early. */
export const TIMER_SLACK_MS = 5;
/** The comment that keeps a stream open. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Answers with server-sent events (HTML standard, section 9.2); a slow reader delays the generator. */
export function sendEvents(reply: FastifyReply, events: AsyncGenerator<string>): void {
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // nginx and similar proxies would buffer events.
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(events, { highWaterMark: 1 }));
}
