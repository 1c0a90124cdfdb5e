import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

/** Many more than the timers that Redis clients start and stop. */
const CALLERS = 50;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await TestGateway.start();
});
afterAll(() => gateway.stop());

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Far below the 30 s of the timers. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1) await sleep(20);
  expect(holds()).toBe(true);
}

it('stops the timer of a request body when the connection ends, answered or not', async () => {
  const before = timers();
  const { port } = new URL(gateway.url);
  const head = (origin: string) =>
    `POST /api/login HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\n` +
    'Content-Length: 99\r\n\r\n{';
  // A page of another site is refused before its body is read.
  for (const [origin, isAnswered] of [
    [gateway.url, false],
    ['https://evil.example', true],
  ] as const) {
    const sockets = await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined).write(head(origin));
        await (isAnswered ? once(socket, 'data') : once(socket, 'connect'));
        return socket;
      }),
    );
    await until(() => timers() - before >= CALLERS);
    for (const socket of sockets) socket.destroy();
    await until(() => timers() - before < CALLERS / 2);
  }
});
