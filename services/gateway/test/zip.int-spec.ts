import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PlanTables } from '../src/plans/plan-tables.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const run = promisify(execFile);
const MB = 1_048_576;

describe('POST /api/download/zip', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let folder: string;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    user = await gateway.accounts.addUser();
    folder = await mkdtemp(join(tmpdir(), 'filemill-zip-'));
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const convert = async (name: string, output: Buffer, extension = 'jpg'): Promise<string> => {
    gateway.completeWith(output, extension);
    const entries: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile(name)],
    ];
    const response = await gateway.convert(entries, user.bearer, '/api/convert/image');
    return ((await response.json()) as { conversionId: string }).conversionId;
  };
  const requestZip = async (
    conversionIds: unknown,
    headers: Record<string, string> = user.bearer,
    more = {},
  ) => {
    const response = await gateway.fetch('/api/download/zip', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ conversionIds, ...more }),
    });
    return { status: response.status, url: String(((await response.json()) as { url?: string }).url) };
  };
  const listEntries = async (response: Response): Promise<string[]> => {
    const path = join(folder, 'a.zip');
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    await run('unzip', ['-t', path], { env });
    // Size, method and name of each entry.
    const { stdout } = await run('unzip', ['-Z', path], { env });
    const lines = stdout
      .split('\n')
      .map((line) => /^-\S+ +\S+ \S+ +(\d+ )\S+ (\S+ )\S+ \S+ (.*)$/.exec(line));
    return lines.filter((line) => line !== null).map((line) => line.slice(1).join(''));
  };

  it('accepts as many results as the largest batch of the current plan table', async () => {
    const { version, plans } = await gateway.app.get(PlanTables).get();
    const idsOf = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
    expect((await requestZip(idsOf(101))).status).toBe(400);
    const table = { version, plans: { ...plans, pro: { ...plans.pro, filesAtOnce: 120 } } };
    const get = jest.spyOn(gateway.app.get(PlanTables), 'get').mockResolvedValue(table);
    expect([(await requestZip(idsOf(120))).status, (await requestZip(idsOf(121))).status]).toEqual([
      404, 400,
    ]);
    get.mockRestore();
  });

  it('returns a link that streams the results in order, with numbered names', async () => {
    const ids = [
      await convert('b.png', Buffer.from('first')),
      await convert('ä 日本.png', Buffer.from('second')),
      await convert('b.png', Buffer.from('third')),
      await convert('notes.png', Buffer.alloc(5_000, 'text'), 'txt'),
    ];
    const { status, url } = await requestZip(ids);
    expect(status).toBe(200);
    const response = await gateway.fetch(url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="filemill-\d{8}-\d{6}\.zip"/),
      'x-content-type-options': 'nosniff',
    });
    expect(await listEntries(response)).toEqual([
      '5 stor b_converted.jpg',
      '6 stor ä 日本_converted.jpg',
      '5 stor b_converted (2).jpg',
      expect.stringMatching(/^5000 def\w notes_converted\.txt$/),
    ]);
  });

  it('sends the length if nothing is compressed', async () => {
    const { url } = await requestZip([await convert('a.png', Buffer.alloc(MB))]);
    const response = await gateway.fetch(url);
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength);
  });

  it('returns a link that is valid once, for 5 minutes, and only for this zip', async () => {
    const ids = [await convert('a.png', Buffer.from('x'))];
    const [one, two, three] = [
      (await requestZip(ids)).url,
      (await requestZip(ids)).url,
      (await requestZip(ids)).url,
    ];
    expect((await gateway.fetch(one, { method: 'HEAD' })).status).toBe(200);
    const claims = await Promise.all(
      Array.from({ length: 10 }, async () => (await gateway.fetch(one)).status),
    );
    expect(claims.sort()).toEqual([200, ...Array<number>(9).fill(410)]);
    const [path, token = ''] = two.split('?');
    expect((await gateway.fetch(String(path))).status).toBe(404);
    expect((await gateway.fetch(`${path}?${three.split('?')[1]}`)).status).toBe(404);
    expect((await gateway.fetch(`/api/download/${ids[0]}?${token}`)).status).toBe(404);
    gateway.clock.offsetMs = 5 * 60_000;
    try {
      expect((await gateway.fetch(two)).status).toBe(410);
    } finally {
      gateway.clock.offsetMs = 0;
    }
  });

  it('refuses results of others, unfinished or erased results, and invalid lists', async () => {
    const mine = await convert('a.png', Buffer.from('x'));
    const otherUser = await gateway.accounts.addUser({ plan: 'pro' });
    expect((await requestZip([mine], otherUser.key)).status).toBe(404);
    expect((await requestZip([mine], AS_GUEST)).status).toBe(404);
    expect((await requestZip([mine], {})).status).toBe(404);
    const unfinished = await convert('a.png', Buffer.from('x'));
    await gateway.usage.change(unfinished, { status: 'converting' });
    expect((await requestZip([mine, unfinished])).status).toBe(404);
    const deleted = await convert('a.png', Buffer.from('x'));
    await gateway.fetch(`/api/conversions/${deleted}`, { method: 'DELETE', headers: user.bearer });
    expect((await requestZip([mine, deleted])).status).toBe(410);
    for (const bad of [[], ['no-uuid'], Array<string>(101).fill(mine), 'x'])
      expect((await requestZip(bad)).status).toBe(400);
    expect((await requestZip([mine], user.bearer, { name: 'x' })).status).toBe(400);
  });

  /** A body of which only the first MB arrives. */
  const unfinishedBody = (): Readable => {
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(MB));
    return body;
  };

  it('opens one file at a time, and closes it when the caller disconnects', async () => {
    const ids = [await convert('a.png', Buffer.alloc(8 * MB)), await convert('b.png', Buffer.alloc(8 * MB))];
    const body = unfinishedBody();
    const get = jest.spyOn(gateway.store, 'get').mockResolvedValue({ body, sizeBytes: 8 * MB });
    const connection = new AbortController();
    const response = await gateway.fetch((await requestZip(ids)).url, { signal: connection.signal });
    await response.body?.getReader().read();
    expect(get).toHaveBeenCalledTimes(1);
    connection.abort();
    const giveUpAt = performance.now() + 2_000;
    while (!body.destroyed && performance.now() < giveUpAt) await sleep(10);
    get.mockRestore();
    expect(body.destroyed).toBe(true);
  });

  it('ends the download when its earliest file expires', async () => {
    const early = await convert('a.png', Buffer.alloc(MB));
    const late = await convert('b.png', Buffer.alloc(8 * MB));
    await gateway.usage.change(early, { expiresAtMs: Date.now() + 60_000 });
    const body = unfinishedBody();
    const get = jest.spyOn(gateway.store, 'get').mockResolvedValue({ body, sizeBytes: 8 * MB });
    const response = await gateway.fetch((await requestZip([late, early])).url);
    expect(response.status).toBe(200);
    gateway.clock.offsetMs = 60_000;
    try {
      await expect(response.arrayBuffer()).rejects.toThrow();
    } finally {
      gateway.clock.offsetMs = 0;
      get.mockRestore();
    }
    expect(body.destroyed).toBe(true);
  });
});
