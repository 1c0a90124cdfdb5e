import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@filemill/platform/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { assertPortIsFree, Listeners } from '../src/http/listeners.js';
import { CrowdGate } from '../src/uploads/crowd-gate.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const HOST = '127.0.0.1';

describe('a gateway with more uploads than it can answer in time', () => {
  /** Numbers of running uploads above which guests, and above which users, are refused. */
  const [GUESTS, USERS] = [400, 1_000];
  let gateway: TestGateway;
  let crowdGate: CrowdGate;
  let user: TestUser;
  let release: () => Promise<unknown> = async () => undefined;

  beforeAll(async () => {
    gateway = await TestGateway.start();
    crowdGate = gateway.app.get(CrowdGate);
    user = await gateway.accounts.addUser();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });
  afterAll(() => gateway.stop());
  afterEach(() => release());

  /** Begins uploads that run until they are released. */
  function occupy(count: number): void {
    const { promise, reject } = Promise.withResolvers<void>();
    const work = Array.from({ length: count }, () => crowdGate.during(() => promise));
    release = () => {
      reject(new Error('an upload that failed'));
      release = async () => undefined;
      return Promise.allSettled(work);
    };
  }
  const convert = (headers: Record<string, string>, path?: string) =>
    gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile('photo.png')],
      ],
      headers,
      path,
    );

  it('refuses guests with a Retry-After until fewer uploads run', async () => {
    occupy(GUESTS);
    const refused = await convert(AS_GUEST);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'overloaded' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeLessThanOrEqual(10);
    expect(gateway.store.objects.size).toBe(0);
    await release();
    expect((await convert(AS_GUEST)).status).toBe(200);
  });

  it('accepts users when it refuses guests, up to a bound', async () => {
    occupy(GUESTS);
    expect((await convert(user.bearer, '/api/convert/image')).status).toBe(200);
    await release();
    occupy(USERS);
    const refused = await convert(user.bearer, '/api/convert/image');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect(refused.headers.has('retry-after')).toBe(true);
  });

  it('accepts five uploads a second of one user while it refuses guests, without refusing other users', async () => {
    const [flooding, other] = [await gateway.accounts.addUser(), await gateway.accounts.addUser()];
    occupy(GUESTS);
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => convert(flooding.bearer, '/api/convert/image')),
    );
    const refused = flood.filter(({ status }) => status !== 200);
    // The uploads take a second or two.
    expect(flood.length - refused.length).toBeGreaterThanOrEqual(5);
    expect(flood.length - refused.length).toBeLessThanOrEqual(15);
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
      expect(answer.headers.has('retry-after')).toBe(true);
    }
    expect((await convert(other.bearer, '/api/convert/image')).status).toBe(200);
    await release();
    expect((await convert(flooding.bearer, '/api/convert/image')).status).toBe(200);
  });

  it('refuses only guests while connections have to wait', async () => {
    jest.spyOn(gateway.app.get(Listeners), 'crowdedMs', 'get').mockReturnValue(1_001);
    expect((await convert(AS_GUEST)).status).toBe(503);
    expect((await convert(user.bearer, '/api/convert/image')).status).toBe(200);
    jest.restoreAllMocks();
    expect((await convert(AS_GUEST)).status).toBe(200);
  });

  it('reserves no place for a caller who has sent only the first bytes', async () => {
    occupy(GUESTS - 1);
    const before = gateway.usage.permitRequests.length;
    const slow = connect(Number(new URL(gateway.url).port), HOST);
    slow.write(
      `POST /api/guest/convert HTTP/1.1\r\nHost: x\r\nX-Guest-Fingerprint: ${'a'.repeat(64)}\r\nContent-Length: 999999\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nthe first bytes`,
    );
    const count = await eventually(
      () => gateway.usage.permitRequests.length,
      (count) => count > before,
    );
    expect(count).toBe(before + 1);
    expect((await convert(AS_GUEST)).status).toBe(200);
    slow.destroy();
  });
});

describe('the listening sockets of a gateway', () => {
  /** The time that a busy process needs for each connection. */
  const WORK_MS = 2;
  let server: Server;
  let listeners: Listeners;
  let port: number;
  let clients: Socket[];
  let acceptedCount: number;

  beforeEach(async () => {
    [clients, acceptedCount] = [[], 0];
    listeners = new Listeners();
    server = createServer((_request, response) => response.end('answer'));
    server.on('connection', () => {
      acceptedCount += 1;
      for (const end = performance.now() + WORK_MS; performance.now() < end; );
    });
    await once(server.listen({ ...listeners.options, port: 0, host: HOST }), 'listening');
    port = (server.address() as AddressInfo).port;
    await listeners.add(server);
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    server.close();
    await listeners.close();
  });

  /** Opens connections, all of which the kernel completes before the process accepts the first. */
  function openConnections(count: number): void {
    clients.push(...Array.from({ length: count }, () => connect(port, HOST)));
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it('accept 400 connections within few turns of the event loop, and report the start and the end of a crowd', async () => {
    openConnections(400);
    let turns = 0;
    let crowdedMs = 0;
    for (; acceptedCount < 400 && turns < 400; turns++) {
      await nextTurn();
      crowdedMs = Math.max(crowdedMs, listeners.crowdedMs);
    }
    expect(turns).toBeLessThan(100);
    expect(crowdedMs).toBeGreaterThan(100);
    openConnections(1);
    while (acceptedCount < 401) await nextTurn();
    await nextTurn();
    expect(listeners.crowdedMs).toBe(0);
  });

  it('report no crowd after a second without a new connection', async () => {
    openConnections(400);
    while (listeners.crowdedMs === 0) await nextTurn();
    while (acceptedCount < 400) await nextTurn();
    await sleep(1_100);
    expect(listeners.crowdedMs).toBe(0);
  });

  it('prevent a second process from listening at the same address', async () => {
    await expect(assertPortIsFree(port, HOST)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
    const closing = listeners.close();
    await closing;
    await assertPortIsFree(port, HOST);
  });

  it('close together after the accepted connections have ended', async () => {
    openConnections(64);
    while (acceptedCount < 64) await nextTurn();
    const isClosed = jest.fn();
    server.close();
    const closing = listeners.close().then(isClosed);
    const late = connect(port, HOST);
    const [refusal] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(refusal.code).toBe('ECONNREFUSED');
    await sleep(50);
    expect(isClosed).not.toHaveBeenCalled();
    for (const client of clients) client.destroy();
    await closing;
  });
});
