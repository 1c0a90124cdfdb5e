import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { eventually } from '@filemill/platform/testing';
import { HEADERS } from '@filemill/product';
import type { OpenObject } from '@filemill/storage';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_TRANSFER_LIMITS, TRANSFER_LIMITS } from '../src/downloads/transfers.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';

const MB = 1_048_576;
/** More than the buffers of a loopback connection hold. */
const SIZE = 64 * MB;

const startWith = (limits: object, env: Record<string, string> = {}): Promise<TestGateway> =>
  TestGateway.start(env, 'memory', new Map([[TRANSFER_LIMITS, { ...DEFAULT_TRANSFER_LIMITS, ...limits }]]));

/** A finished conversion. */
const convert = async (
  gateway: TestGateway,
  headers: Record<string, string> = AS_GUEST,
): Promise<{ id: string; url: string }> => {
  const isGuest = HEADERS.fingerprint in headers;
  const form: [string, string | File][] = [
    ['outputFormat', 'jpg'],
    ['file', pngFile()],
  ];
  const response = await gateway.convert(
    form,
    headers,
    isGuest ? '/api/guest/convert' : '/api/convert/image',
  );
  const body = (await response.json()) as { data?: object };
  const { conversionId, downloadUrl } = (body.data ?? body) as { conversionId: string; downloadUrl: string };
  return { id: conversionId, url: downloadUrl };
};

const zipUrlOf = async (gateway: TestGateway, ids: readonly string[]): Promise<string> => {
  const response = await gateway.fetch('/api/download/zip', {
    method: 'POST',
    headers: { ...AS_GUEST, 'content-type': 'application/json' },
    body: JSON.stringify({ conversionIds: ids }),
  });
  return ((await response.json()) as { url: string }).url;
};

const runningDownloads = async (gateway: TestGateway): Promise<number> => {
  const text = await gateway.app.get<Runtime>(RUNTIME).ops.registry.metrics();
  return Number(/^running_downloads(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
};

/** A body of which only the first byte arrives. */
const unfinished = (): Readable => {
  const body = new Readable({ read: () => undefined });
  body.push('x');
  return body;
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a download', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // In so short a window the minimum must exceed the data in transit, which counts as read.
    const minRate = { bytesPerSecond: 1 * MB, windowMs: 300 };
    gateway = await startWith({ minRate, checkEveryMs: 20 });
    gateway.completeWith(Buffer.alloc(SIZE), 'jpg');
  });
  afterAll(() => gateway.stop());

  /** Requests a file and reads only its beginning. */
  const beginToRead = async (path: string): Promise<Socket> => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    return socket;
  };
  const restOf = async (socket: Socket): Promise<number> => {
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
    return socket.bytesRead;
  };

  it.each<[string, () => Promise<string>]>([
    ['file', async () => (await convert(gateway)).url],
    ['zip', async () => zipUrlOf(gateway, [(await convert(gateway)).id, (await convert(gateway)).id])],
  ])('of a %s is ended when its reader stops, and closes the object in the store', async (_what, makeUrl) => {
    const url = await makeUrl();
    const get = jest.spyOn(gateway.store, 'get');
    const socket = await beginToRead(url);
    expect(
      await eventually(
        () => runningDownloads(gateway),
        (running) => running === 0,
      ),
    ).toBe(0);
    const opened = await Promise.all(get.mock.results.map(({ value }) => value as Promise<OpenObject>));
    expect(opened.map(({ body }) => body.destroyed)).toEqual([true]);
    expect(await restOf(socket)).toBeLessThan(SIZE);
  });

  it('is not ended when the store is slow', async () => {
    const { url } = await convert(gateway);
    const [parts, partBytes] = [20, 1_000];
    const slow = async function* () {
      for (let sent = 0; sent < parts; sent++) {
        await sleep(50);
        yield Buffer.alloc(partBytes);
      }
    };
    jest.spyOn(gateway.store, 'get').mockResolvedValue({ body: Readable.from(slow()), sizeBytes: SIZE });
    const range = `bytes=0-${parts * partBytes - 1}`;
    const response = await gateway.fetch(url, { headers: { range } });
    expect((await response.arrayBuffer()).byteLength).toBe(parts * partBytes);
  });
});

describe('parallel downloads', () => {
  const OTHER_GUEST = { [HEADERS.fingerprint]: 'b'.repeat(64) };
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startWith({ perUser: 3, perGuest: 2, perAddress: 4 }, { TRUST_PROXY_HOPS: '1' });
    gateway.completeWith(Buffer.alloc(MB), 'jpg');
  });
  afterAll(() => gateway.stop());

  let openDownloads: AbortController[] = [];
  afterEach(async () => {
    for (const download of openDownloads) download.abort();
    openDownloads = [];
    await eventually(
      () => runningDownloads(gateway),
      (running) => running === 0,
    );
  });
  const get = (url: string, address = '203.0.113.1', more: RequestInit = {}): Promise<Response> =>
    gateway.fetch(url, { ...more, headers: { ...more.headers, 'x-forwarded-for': address } });
  const statusOf = async (url: string, address?: string, more?: RequestInit): Promise<number> => {
    const response = await get(url, address, more);
    await response.body?.cancel();
    return response.status;
  };
  /** Begins downloads whose bytes never arrive. */
  const holdDownloads = async (url: string, count: number, address?: string): Promise<void> => {
    jest.spyOn(gateway.store, 'get').mockImplementation(async () => ({ body: unfinished(), sizeBytes: MB }));
    for (let n = 0; n < count; n++) {
      const download = new AbortController();
      openDownloads.push(download);
      expect((await get(url, address, { signal: download.signal })).status).toBe(200);
    }
    jest.restoreAllMocks();
  };

  it('are limited for each owner of the results, whichever caller downloads them', async () => {
    const [one, other] = [await convert(gateway), await convert(gateway)];
    await holdDownloads(one.url, 2, '203.0.113.1');
    const refused = await get(other.url, '203.0.113.2');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({
      error: { code: 'concurrency_limit', limit: 2, used: 2, resetAt: expect.stringMatching(/Z$/) },
    });
    const others = await convert(gateway, OTHER_GUEST);
    expect(await statusOf(others.url, '203.0.113.2')).toBe(200);
    openDownloads.pop()?.abort();
    const next = await eventually(
      () => statusOf(other.url),
      (status) => status === 200,
    );
    expect(next).toBe(200);
  });

  it('are limited by address', async () => {
    const [one, other] = [await convert(gateway), await convert(gateway, OTHER_GUEST)];
    const user = await gateway.accounts.addUser();
    const third = await convert(gateway, user.bearer);
    await holdDownloads(one.url, 2);
    await holdDownloads(other.url, 2);
    const refused = await get(third.url);
    expect([refused.status, ((await refused.json()) as { error: object }).error]).toMatchObject([
      429,
      { code: 'concurrency_limit', limit: 4 },
    ]);
    expect(await statusOf(third.url, '203.0.113.2')).toBe(200);
  });

  it('count a zip as one, and a refused zip link stays valid', async () => {
    const ids = [(await convert(gateway)).id, (await convert(gateway)).id];
    const { url } = await convert(gateway);
    const zip = await zipUrlOf(gateway, ids);
    await holdDownloads(url, 2);
    expect(await statusOf(zip)).toBe(429);
    openDownloads.pop()?.abort();
    const zipStatus = await eventually(
      () => statusOf(zip),
      (status) => status !== 429,
    );
    expect(zipStatus).toBe(200);
    expect(await statusOf(zip)).toBe(410);
  });

  it('leave the result available when the limit prevents sending it as the answer of its conversion', async () => {
    const user = await gateway.accounts.addUser({ plan: 'pro' });
    const { url } = await convert(gateway, user.key);
    await holdDownloads(url, 3);
    const refused = await gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      { ...user.key, accept: 'application/octet-stream' },
      '/api/convert/image',
    );
    expect(refused.status).toBe(429);
    const { error } = (await refused.json()) as { error: { code: string; conversionId: string } };
    expect(error).toMatchObject({ code: 'concurrency_limit', limit: 3 });
    openDownloads.pop()?.abort();
    const fetched = await eventually(
      () => statusOf(`/api/download/${error.conversionId}`, undefined, { headers: user.key }),
      (status) => status === 200,
    );
    expect(fetched).toBe(200);
  });
});

describe('RATE_LIMIT_EXEMPT', () => {
  it('exempts addresses from the limit by address, but not owners from theirs', async () => {
    const gateway = await startWith({ perGuest: 1, perAddress: 0 }, { RATE_LIMIT_EXEMPT: 'loopback' });
    try {
      gateway.completeWith(Buffer.alloc(MB), 'jpg');
      const { url } = await convert(gateway);
      jest
        .spyOn(gateway.store, 'get')
        .mockImplementation(async () => ({ body: unfinished(), sizeBytes: MB }));
      const download = new AbortController();
      expect((await gateway.fetch(url, { signal: download.signal })).status).toBe(200);
      expect((await gateway.fetch(url)).status).toBe(429);
      download.abort();
    } finally {
      await gateway.stop();
    }
  });
});
