import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FINGERPRINT, PNG, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const BOUNDARY = 'filemill-boundary';
const MB = 1_048_576;
const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
const tail = `\r\n--${BOUNDARY}--\r\n`;

/** Bodies that a parser might fail on; with `isCut` the client disconnects before the announced end. */
const BODIES: Record<string, { body: Buffer; isCut?: boolean }> = {
  'left in the middle of the file': {
    body: Buffer.concat([Buffer.from(fileHead), PNG, Buffer.alloc(200_000)]),
    isCut: true,
  },
  'left in the middle of a header': { body: Buffer.from(fileHead.slice(0, 70)), isCut: true },
  'without its last boundary': { body: Buffer.concat([Buffer.from(fileHead), PNG]) },
  'that is no multipart': { body: Buffer.alloc(5_000, 'x') },
  'with another boundary': { body: Buffer.from(fileHead.replace(BOUNDARY, 'other') + tail) },
  'with a hundred fields': { body: Buffer.from(field('options', '{}').repeat(100) + tail) },
  'with a field of 2 MB': { body: Buffer.from(field('options', 'x'.repeat(2 * MB)) + tail) },
  'with a thousand headers': {
    body: Buffer.from(`--${BOUNDARY}\r\n${'X-A: b\r\n'.repeat(1_000)}\r\nx${tail}`),
  },
  'with a name that is a prototype': { body: Buffer.from(field('__proto__', '{}') + fileHead + tail) },
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Objects that are still referenced. */
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe('1,000 aborted or malformed uploads', () => {
  let gateway: TestGateway;
  let user: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start({ RATE_LIMIT_EXEMPT: 'loopback' });
    user = await gateway.accounts.addUser({ plan: 'pro' });
  });
  afterAll(() => gateway.stop());

  const send = async (body: Buffer, isCut: boolean, isUser: boolean): Promise<string> => {
    const { hostname, port } = new URL(gateway.url);
    const socket: Socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    const [path, who] = isUser
      ? ['/api/convert/image', `Authorization: ${user.bearer.authorization}`]
      : ['/api/guest/convert', `X-Guest-Fingerprint: ${FINGERPRINT}`];
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${who}\r\nConnection: close\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
        `Content-Length: ${body.length + (isCut ? MB : 0)}\r\n\r\n`,
    );
    socket.write(body);
    if (isCut) {
      await sleep(5);
      socket.destroy();
      return '';
    }
    await once(socket, 'close');
    return answer;
  };
  const wave = async (count: number): Promise<void> => {
    const kinds = Object.entries(BODIES);
    for (let sent = 0; sent < count; sent += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const [what, kind] = kinds[(sent + index) % kinds.length] ?? [];
          if (!kind) throw new TypeError('no body');
          const { body, isCut = false } = kind;
          const answer = await send(body, isCut, index % 2 === 0);
          if (!isCut) expect([what, answer.slice(0, 13)]).toEqual([what, 'HTTP/1.1 400 ']);
        }),
      );
    }
  };

  it('leave no object in the store, no open upload in the counts, and no memory in use', async () => {
    await wave(200);
    const before = heldBytes();
    await wave(800);
    const giveUpAt = performance.now() + 60_000;
    const open = () => gateway.redis.keys('uploads:*');
    while ((await open()).length > 0 && performance.now() < giveUpAt) await sleep(50);
    expect(await open()).toEqual([]);
    expect([...gateway.store.objects.keys()]).toEqual([]);
    expect(gateway.usage.rows.size).toBe(0);
    // The memory of the last sockets is freed a moment later.
    const grownMb = (): number => (heldBytes() - before) / MB;
    while (grownMb() >= 8 && performance.now() < giveUpAt) await sleep(100);
    expect(grownMb()).toBeLessThan(8);
  });
});
