import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStore, type ObjectStore, type OpenObject } from '../src/index.js';
import { MAX_SOCKETS } from '../src/s3-client.js';

const KEY = '2026-11-21T02:15/0193-a/output';
const BYTES = 10_000_000;
/** Far longer than any of these calls takes, and shorter than the SDK's retries. */
const GIVE_UP_MS = 20_000;

/** The S3 calls that this test needs. Responses with whole objects never end. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  if (request.method === 'GET' && request.headers.range === undefined) {
    response.writeHead(200, { 'content-length': BYTES }).write(Buffer.alloc(1_024));
  } else if (request.method === 'GET') {
    response.writeHead(206, { 'content-length': 3, 'content-range': `bytes 0-2/${BYTES}` }).end('abc');
  } else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': BYTES }).end();
  else if (request.method === 'PUT') response.writeHead(200, { etag: '"e"' }).end();
  else response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
}

describe('S3ObjectStore, while downloads use all their connections', () => {
  const server = createServer(answer);
  let store: ObjectStore;
  let held: OpenObject[];
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test-secret' });
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const STORE_URL = `s3://filemill?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`;
    store = await createStore({ STORE_URL, STORE_MAX_USED_PERCENT: 90 });
    held = await Promise.all(Array.from({ length: MAX_SOCKETS.downloads }, () => store.get(KEY)));
  });
  afterAll(() => {
    for (const { body } of held) body.destroy();
    server.close();
    server.closeAllConnections();
  });

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['answers head', () => store.head(KEY), { key: KEY, sizeBytes: BYTES }],
    ['reads a part', async () => String(await store.readPart(KEY, { start: 0, end: 2 })), 'abc'],
    ['stores', async () => (await store.put(KEY, Readable.from([Buffer.from('new')]))).sizeBytes, 3],
    ['erases', () => store.delete([KEY]), undefined],
    ['answers a ping', () => store.ping(), undefined],
  ])('%s', async (_name, call, expected) => {
    const outcome = await Promise.race([call(), sleep(GIVE_UP_MS, 'no answer', { ref: false })]);
    expect(outcome).toEqual(expected);
  });

  it('opens the next download when one has ended', async () => {
    const next = store.get(KEY);
    held.pop()?.body.destroy();
    held.push(await next);
    expect(held).toHaveLength(MAX_SOCKETS.downloads);
  });
});
