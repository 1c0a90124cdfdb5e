import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@filemill/platform';
import { eventually } from '@filemill/platform/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AS_GUEST, FINGERPRINT, PNG, pngFile } from './support/gateway.js';
import { GatewayProcess } from './support/gateway-process.js';
import { MemoryAccounts } from './support/memory-accounts.js';
import { MemoryUsage } from './support/memory-usage.js';
import { beginUpload, FORM_END, formBefore } from './support/raw-upload.js';
import { RedisServer } from './support/redis-server.js';
import { serveUsage } from './support/usage-server.js';

const MB = 1_048_576;
const SECRET = 's'.repeat(32);

/** The built gateway, as it runs in production, with a folder store, real Redis and usage over gRPC. */
describe('the gateway’s process', () => {
  let gateway: GatewayProcess;
  let folder: string;
  let redisServer: RedisServer;
  let redis: Redis;
  let usageApp: INestMicroservice;
  let ledger: MemoryUsage;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-gateway-'));
    redisServer = await RedisServer.start();
    redis = redisServer.connect();
    ledger = new MemoryUsage(redis, systemClock);
    const served = await serveUsage(ledger, SECRET);
    usageApp = served.app;
    gateway = await GatewayProcess.start(
      {
        // The options of every deployment. Chunks of an upload, 64 kB each, are stored outside the heap and freed by
        // collections of the young generation. A larger young generation is collected rarely, so up to 64 MB of chunks
        // accumulate (measured: 67 MB instead of 39).
        NODE_OPTIONS: '--v8-pool-size=1 --max-semi-space-size=4',
        REDIS_URL: redisServer.url,
        STORE_URL: `file://${folder}`,
        USAGE_ADDRESS: served.address,
        SERVICE_TOKEN_SECRET: SECRET,
        TOKEN_PUBLIC_KEY: new MemoryAccounts(systemClock).publicKey,
      },
      ['--heap-growing-percent=100'],
    );
    port = Number(new URL(gateway.url).port);
  });
  afterAll(async () => {
    await gateway.stop();
    await usageApp.close();
    redis.disconnect();
    await redisServer.stop();
    await rm(folder, { recursive: true });
  });

  const statusKb = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  };
  const convert = (host: string): Promise<Response> => {
    const body = new FormData();
    body.append('outputFormat', 'webp');
    body.append('file', pngFile('planted-name.png'));
    return fetch(`http://${host}:${port}/api/guest/convert`, { method: 'POST', headers: AS_GUEST, body });
  };

  it('answers on localhost and on 127.0.0.1 within 40 ms', async () => {
    ledger.onAccept = ({ id, keyPrefix }) =>
      void ledger.change(id, { status: 'completed', outputKey: `${keyPrefix}o`, outputExtension: 'webp' });
    for (let warm = 0; warm < 30; warm++) await convert('localhost');
    const times: number[] = [];
    for (let run = 0; run < 100; run++) {
      const startedAt = performance.now();
      const response = await convert(run % 2 ? '127.0.0.1' : 'localhost');
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
    }
    // A delay in the code slows every answer; a busy machine does not slow the fastest one.
    const bestMs = Math.min(...times);
    console.log(`a small upload: fastest answer after ${bestMs.toFixed(1)} ms`);
    expect(bestMs).toBeLessThan(40);
  });

  it('grows by less than 64 MB during an upload of 2 GB', async () => {
    const head = Buffer.concat([formBefore('big'), PNG]);
    const block = Buffer.alloc(4 * MB);
    const blocks = 512;
    const permit = ledger.checkUpload.bind(ledger);
    ledger.checkUpload = async (request) => ({
      ...(await permit(request)),
      maxSizeBytes: { image: 4_096 * MB },
    });
    const beforeKb = await statusKb('VmRSS');
    const length = head.length + blocks * block.length + FORM_END.length;
    const { socket, answer } = await beginUpload(gateway.url, length);
    socket.write(head);
    for (let sent = 0; sent < blocks; sent++) if (!socket.write(block)) await once(socket, 'drain');
    socket.write(FORM_END);
    await eventually(answer, (text) => text !== '');
    socket.destroy();
    expect(answer()).toMatch(/^HTTP\/1.1 202 /);
    const grownMb = ((await statusKb('VmHWM')) - beforeKb) / 1024;
    console.log(`2 GB upload: the peak of the process is ${grownMb.toFixed(1)} MB above its memory before`);
    expect(grownMb).toBeLessThan(64);
  });

  it('writes no file name, fingerprint or token to its log', async () => {
    expect(gateway.output).toContain('"route":"/api/guest/convert"');
    for (const secret of ['planted-name', FINGERPRINT, SECRET, 'token='])
      expect(gateway.output).not.toContain(secret);
  });

  it('answers open requests after SIGTERM, closes keep-alive connections after one more answer, and exits with 0', async () => {
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    const get = 'GET /api/formats HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const [keptAlive, early, unused] = [await open(), await open(), await open()];
    keptAlive.write(get);
    await once(keptAlive, 'data');
    // An answer to a later request proves that the connections before it were accepted.
    const requestFormats = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/formats`);
      await response.arrayBuffer();
      return [response.status, response.headers.get('connection')];
    };
    expect(await requestFormats()).toEqual([200, 'keep-alive']);
    const exited = gateway.terminate();
    await sleep(200);
    expect(await requestFormats()).toEqual([200, 'close']);
    early.write(get);
    const [answer] = (await once(early, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);
    // Keep-alive connections stay open for some seconds, in which a browser may open another connection.
    await sleep(1_500);
    const late = await open();
    for (const socket of [keptAlive, early, unused, late]) socket.resume();
    expect(await exited).toEqual([0, null]);
    // Only the folders of minutes are left, no temporary file.
    for (const name of await readdir(folder)) expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  });
});
