/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { readEvents, type StreamEvent } from './event-stream.js';

async function eventsOf(...pieces: string[]): Promise<StreamEvent[]> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of bytes) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('readEvents', () => {
  it('reads events split at any place, and skips heartbeats', async () => {
    expect(
      await eventsOf(
        'event: usage\nda',
        'ta: {"a":"b: c"}\n',
        '\n: heartbeat\n\ndata: 1\ndata: 2\n\n',
        'data: cut',
      ),
    ).toEqual([
      { name: 'usage', data: '{"a":"b: c"}' },
      { name: 'message', data: '1\n2' },
    ]);
  });
});
