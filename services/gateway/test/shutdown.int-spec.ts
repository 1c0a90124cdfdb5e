import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

it('is not held up by a connection that a browser opened ahead of need', async () => {
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
