import { setTimeout as sleep } from 'node:timers/promises';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { eventually } from '@filemill/platform/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

/** One event of a stream. */
interface ReceivedEvent {
  name: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** Reads a stream of events until it ends or is closed. */
class Stream {
  readonly events: ReceivedEvent[] = [];
  ended = false;
  private readonly connection = new AbortController();
  response!: Response;

  static async open(
    gateway: TestGateway,
    headers: Record<string, string>,
    path = '/api/events',
  ): Promise<Stream> {
    const stream = new Stream();
    stream.response = await gateway.fetch(path, { headers, signal: stream.connection.signal });
    void stream.read();
    return stream;
  }

  close(): void {
    this.connection.abort();
  }

  async waitUntil(holds: (events: ReceivedEvent[]) => boolean, timeoutMs = 3_000): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs;
    while (!holds(this.events) && !this.ended && performance.now() < giveUpAt) await sleep(10);
    expect(holds(this.events)).toBe(true);
  }

  private async read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const [, name = '', id, data = ''] = /^event: (\w+)\n(?:id: (.*)\n)?data: (.*)$/.exec(part) ?? [];
          if (name) this.events.push({ name, id, data: JSON.parse(data) as Record<string, unknown> });
        }
      }
    } catch {
      // Closed by the test.
    }
    this.ended = true;
  }
}

describe('GET /api/events', () => {
  let gateway: TestGateway;
  const streams: Stream[] = [];
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const stream of streams.splice(0)) stream.close();
    await sleep(20);
  });

  const open = async (headers: Record<string, string>, path?: string): Promise<Stream> => {
    const stream = await Stream.open(gateway, headers, path);
    streams.push(stream);
    return stream;
  };
  const accept = async (headers: Record<string, string>, path = '/api/convert/image'): Promise<string> => {
    const entries: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ];
    const response = await gateway.convert(entries, { ...headers, prefer: 'respond-async' }, path);
    return ((await response.json()) as { conversionId: string }).conversionId;
  };
  const summaryOf = ({ name, data }: ReceivedEvent) =>
    name === 'usage' ? [name, data.conversions] : [data.id, data.status];
  const userWithStream = async (): Promise<[TestUser, Stream]> => {
    const user = await gateway.accounts.addUser({ plan: 'pro' });
    return [user, await open(user.bearer)];
  };

  it('counts open streams in the metrics', async () => {
    const open = async (): Promise<number> => {
      const text = await gateway.app.get<Runtime>(RUNTIME).ops.registry.metrics();
      return Number(/^open_event_streams\{kind="all",.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const [, stream] = await userWithStream();
    expect(await open()).toBe(1);
    stream.close();
    for (let tries = 0; (await open()) > 0 && tries < 100; tries++) await sleep(10);
    expect(await open()).toBe(0);
  });

  it('begins with the current state and sends every change of conversions and counters', async () => {
    const user = await gateway.accounts.addUser({ plan: 'pro' });
    const first = await accept(user.key);
    const stream = await open(user.bearer);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await stream.waitUntil((events) => events.length === 2);
    expect(stream.events.map(summaryOf)).toEqual([
      ['usage', 1],
      [first, 'pending'],
    ]);
    const second = await accept(user.bearer);
    await stream.waitUntil((events) => events.length === 4);
    await gateway.usage.change(first, { status: 'failed', errorCode: 'FILE_CORRUPT' });
    await stream.waitUntil((events) => events.length === 6);
    expect(stream.events.slice(2).map(summaryOf)).toEqual([
      ['usage', 2],
      [second, 'pending'],
      ['usage', 1],
      [first, 'failed'],
    ]);
    expect(stream.events[0]?.data).toMatchObject({ limit: 5_000, imageConversions: 1, imageLimit: 5_000 });
    expect(stream.events[5]?.data).toMatchObject({ error: { code: 'file_corrupt' }, downloadUrl: null });
  });

  it('sends the limits of a new plan even if nothing is converted', async () => {
    const [user, stream] = await userWithStream();
    await stream.waitUntil((events) => events.length === 1);
    const account = gateway.accounts.accounts.get(user.id);
    if (account) account.plan = account.plan === 'pro' ? 'free' : 'pro';
    await stream.waitUntil((events) => events.length === 2, 10_000);
    const [before, after] = stream.events;
    expect(after?.name).toBe('usage');
    expect(after?.data.limit).not.toBe(before?.data.limit);
  }, 15_000);

  it('sends only the events of its owner, also to guests', async () => {
    const guest = await open(AS_GUEST);
    const [user, mine] = await userWithStream();
    const id = await accept(user.bearer);
    const own = await accept(AS_GUEST, '/api/guest/convert');
    await mine.waitUntil((events) => events.some(({ data }) => data.id === id));
    await guest.waitUntil((events) => events.some(({ data }) => data.id === own));
    expect(JSON.stringify(guest.events)).not.toContain(id);
    expect(JSON.stringify(mine.events)).not.toContain(own);
    const anonymous = await gateway.fetch('/api/events');
    expect(anonymous.status).toBe(404);
  });

  it('sends the events of a whole batch with few reads', async () => {
    const [user, stream] = await userWithStream();
    const overview = jest.spyOn(gateway.usage, 'getOverview');
    const ids = await Promise.all(Array.from({ length: 30 }, () => accept(user.bearer)));
    for (const id of ids) await gateway.usage.change(id, { status: 'completed', outputKey: 'k' });
    const done = (events: ReceivedEvent[]) =>
      new Set(events.filter(({ data }) => data.status === 'completed').map(({ data }) => data.id));
    await stream.waitUntil((events) => done(events).size === 30);
    expect(overview.mock.calls.length).toBeLessThan(15);
  });

  it('sends a client that reconnects everything that ended meanwhile', async () => {
    const user = await gateway.accounts.addUser({ plan: 'pro' });
    const old = await accept(user.bearer);
    await gateway.usage.change(old, { status: 'completed', finishedAtMs: gateway.clock.nowMs() - 120_000 });
    const before = await open(user.bearer);
    const ids = await Promise.all(Array.from({ length: 30 }, () => accept(user.bearer)));
    const idsOf = (events: ReceivedEvent[]) => new Set(events.map(({ data }) => data.id));
    await before.waitUntil((events) => ids.every((id) => idsOf(events).has(id)));
    before.close();
    const lastEventId = before.events.findLast(({ id }) => id !== undefined)?.id ?? '';
    for (const id of ids)
      await gateway.usage.change(id, { status: 'completed', finishedAtMs: gateway.clock.nowMs() });
    // Twelve newer conversions, so that none of the thirty is among the newest ten.
    const later = await Promise.all(Array.from({ length: 12 }, () => accept(user.bearer)));
    for (const id of later)
      await gateway.usage.change(id, { status: 'completed', finishedAtMs: gateway.clock.nowMs() });

    const after = await open({ ...user.bearer, 'last-event-id': lastEventId });
    await after.waitUntil((events) => idsOf(events).size >= 43); // `usage` counts as one
    const ended = after.events.filter(({ data }) => data.status === 'completed').map(({ data }) => data.id);
    expect(new Set(ended)).toEqual(new Set([...ids, ...later]));
    expect(ended).toHaveLength(42);
    // An invalid id starts a new stream.
    const restarted = await open({ ...user.bearer, 'last-event-id': 'x' });
    await restarted.waitUntil((events) => events.length === 11);
  });

  it('finds a change whose announcement was lost', async () => {
    const [user, stream] = await userWithStream();
    await stream.waitUntil((events) => events.length === 1);
    await gateway.redis.client('KILL', 'TYPE', 'pubsub');
    await accept(user.bearer);
    await stream.waitUntil((events) => events.length === 3, 7_000);
  }, 10_000);

  it('ends within 5 s after its session ends', async () => {
    const [user, stream] = await userWithStream();
    const id = await accept(user.key);
    const one = await open(user.key, `/api/conversions/${id}/events`);
    await Promise.all([stream, one].map((each) => each.waitUntil((events) => events.length > 0)));
    await gateway.accounts.suspendUser({ userId: user.id });
    const startedAt = performance.now();
    while (!(stream.ended && one.ended) && performance.now() - startedAt < 6_000) await sleep(20);
    expect([stream.ended, one.ended]).toEqual([true, true]);
    expect(performance.now() - startedAt).toBeLessThan(5_100);
  }, 10_000);

  it('allows ten streams at once, and stops counting a closed one', async () => {
    const user = await gateway.accounts.addUser();
    const tabs = await Promise.all(Array.from({ length: 10 }, () => open(user.bearer)));
    const eleventh = await gateway.fetch('/api/events', { headers: user.bearer });
    expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await eleventh.json()).toMatchObject({
      error: { code: 'concurrency_limit', limit: 10, used: 10, resetAt: expect.any(String) },
    });
    tabs[0]?.close();
    await sleep(50);
    expect((await open(user.bearer)).response.status).toBe(200);
    for (const tab of streams) tab.close();
    const channels = () => gateway.redis.pubsub('CHANNELS', 'owner:*');
    expect(await eventually(channels, (open) => open.length === 0)).toEqual([]);
  });

  it('leaves no subscription when callers disconnect while accounts is checking them', async () => {
    const user = await gateway.accounts.addUser({ plan: 'pro' });
    const id = await accept(user.key);
    const identify = jest.spyOn(gateway.accounts, 'identify');
    const answer = await gateway.accounts.identify({ apiKey: user.apiKey });
    identify.mockImplementation(() => sleep(150, answer));
    const requests = [...Array(10).fill('/api/events'), `/api/conversions/${id}/events`].map((path: string) =>
      gateway.fetch(path, { headers: user.bearer, signal: AbortSignal.timeout(50) }),
    );
    const ends = await Promise.allSettled(requests);
    expect(ends.map(({ status }) => status)).not.toContain('fulfilled');
    await sleep(300);
    expect(await gateway.redis.pubsub('CHANNELS', 'owner:*')).toEqual([]);
    const stream = await open(user.bearer);
    expect(stream.response.status).toBe(200);
  });

  it('limits the number of streams of one link', async () => {
    const user = await gateway.accounts.addUser();
    const entries: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ];
    const headers = { ...user.bearer, prefer: 'respond-async' };
    const pending = await gateway.convert(entries, headers, '/api/convert/image');
    const { eventsUrl } = (await pending.json()) as { eventsUrl: string };
    await Promise.all(Array.from({ length: 10 }, () => open({}, eventsUrl)));
    expect((await open({}, eventsUrl)).response.status).toBe(429);
  });
});
