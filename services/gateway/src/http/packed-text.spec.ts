import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { packedJson } from './packed-text.js';

const BODY = { numbers: Array.from({ length: 1_000 }, (_, index) => index) };

function site() {
  const body = packedJson(BODY);
  const app = fastify();
  app.get('/', (request, reply) => body.send(request, reply));
  return app;
}

describe('packedJson', () => {
  it.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('sends to a caller who accepts %s: %s', async (accepted, encoding, unpack) => {
    const answer = await site().inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(BODY);
  });

  it('answers 304 to a caller who has it, however it was packed', async () => {
    const app = site();
    const { etag } = (await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })).headers;
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });
});
