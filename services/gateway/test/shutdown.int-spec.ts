import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import { expect, it, jest } from '@jest/globals';
import { AS_GUEST, TestGateway } from './support/gateway.js';

it('stops without waiting for a connection that a browser opened in advance', async () => {
  const gateway = await TestGateway.start();
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  expect((await gateway.fetch('/api/formats')).status).toBe(200);
  const ended = gateway.stop().then(() => 'ended');
  const first = await Promise.race([ended, sleep(3_000, 'held up')]);
  socket.destroy();
  await ended;
  expect(first).toBe('ended');
});

it('delivers the refusal of an upload before it closes the connection', async () => {
  const gateway = await TestGateway.start();
  const { promise: answered, reject: away } = Promise.withResolvers<void>();
  const ping = jest.spyOn(gateway.store, 'ping').mockReturnValue(answered);
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const headers = {
    ...AS_GUEST,
    host: hostname,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(FORM.length + CHUNKS * CHUNK.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/guest/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${FORM}`);
  socket.write(CHUNK);
  for (let waited = 0; ping.mock.calls.length === 0 && waited < 500; waited++) await sleep(10);
  expect(ping).toHaveBeenCalled();
  const ended = gateway.stop();
  await sleep(100);
  away(new AppError('UNAVAILABLE'));
  for (let sent = 1; sent < CHUNKS; sent++) {
    socket.write(CHUNK);
    await sleep(20);
  }
  // Read last, as many clients do: a reset discards what had arrived before it.
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*unavailable/s);
  await ended;
}, 20_000);

const FORM = [
  ...['--x', 'content-disposition: form-data; name="outputFormat"', '', 'jpg'],
  ...['--x', 'content-disposition: form-data; name="file"; filename="a.png"', '', ''],
].join('\r\n');
/** More than the socket's buffers hold, so that a reset would be noticed. */
const CHUNK = Buffer.alloc(512 * 1024, ' ');
const CHUNKS = 24;
