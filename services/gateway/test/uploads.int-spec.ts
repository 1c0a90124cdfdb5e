import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@filemill/platform/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_UPLOAD_PACE, UPLOAD_PACE } from '../src/uploads/upload-watchdog.js';
import { FINGERPRINT, PNG, TestGateway } from './support/gateway.js';
import { beginUpload, FORM_END, formBefore, OPEN_FIELD, OPEN_PART } from './support/raw-upload.js';

const MB = 1_048_576;

describe('an upload', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.store.objects.clear();
  });

  const begin = (contentLength: number) => beginUpload(gateway.url, contentLength);
  const until = async (condition: () => boolean | Promise<boolean>, timeoutMs?: number) =>
    expect(await eventually(condition, (met) => met, timeoutMs)).toBe(true);
  const openUploads = async () => (await gateway.redis.keys('uploads:*')).length;

  it('is refused as soon as it exceeds the limit of its category, before the rest arrives', async () => {
    // The name has no extension and the content is an image: 50 MB for guests, while videos may have 100 MB.
    const head = Buffer.concat([formBefore('unnamed'), PNG]);
    const { socket, answer } = await begin(head.length + 2_000 * MB + FORM_END.length);
    socket.write(head);
    const block = Buffer.alloc(MB);
    for (let sent = 0; sent < 60 && answer() === ''; sent++) {
      if (!socket.write(block)) await Promise.race([once(socket, 'drain'), sleep(500)]);
    }
    await until(() => answer().includes('file_too_large'));
    expect(answer()).toMatch(/^HTTP\/1.1 413 /);
    expect(answer()).toContain(`"limitBytes":${50 * MB}`);
    expect(gateway.store.objects.size).toBe(0);
    socket.destroy();
  });

  it('leaves nothing in the store or in the counts when its caller disconnects', async () => {
    const head = formBefore('a.png');
    const { socket } = await begin(head.length + 10 * MB + FORM_END.length);
    socket.write(head);
    socket.write(Buffer.alloc(5 * MB));
    await until(async () => (await openUploads()) === 1);
    socket.destroy();
    await until(async () => (await openUploads()) === 0);
    await until(() => gateway.store.objects.size === 0);
  });

  it('is ended with 408 if it is too slow', async () => {
    const head = formBefore('a.png');
    const { socket, answer } = await begin(head.length + 10 * MB + FORM_END.length);
    socket.write(head);
    await until(() => answer().includes('upload_timeout'), 14_000);
    expect(answer()).toMatch(/^HTTP\/1.1 408 /);
    expect(gateway.store.objects.size).toBe(0);
    socket.destroy();
  }, 20_000);

  it('counts against its address while it is running', async () => {
    // The parser holds back a possible beginning of a boundary, so the part needs some content.
    const head = Buffer.concat([formBefore('a.png'), PNG]);
    const before = gateway.usage.permitRequests.length;
    const first = await begin(head.length + MB);
    first.socket.write(head);
    await until(() => gateway.usage.permitRequests.length > before);
    const second = await begin(head.length + MB);
    second.socket.write(head);
    await until(() => gateway.usage.permitRequests.length > before + 1);
    expect(gateway.usage.permitRequests.at(-1)?.openUploads).toBe(1);
    expect(gateway.usage.permitRequests.at(-1)?.owner).toMatchObject({
      address: '127.0.0.1',
      id: FINGERPRINT,
    });
    first.socket.destroy();
    second.socket.destroy();
  });

  it('is refused if its body is not multipart', async () => {
    const { socket, answer } = await begin(20);
    socket.write('x'.repeat(20));
    await until(() => answer().includes('invalid_request'));
    expect(answer()).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
  });
});

describe('form fields before and after the file of an upload', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const pace = { ...DEFAULT_UPLOAD_PACE, fieldsMs: 300, checkEveryMs: 20 };
    gateway = await TestGateway.start({}, 'memory', new Map([[UPLOAD_PACE, pace]]));
  });
  afterAll(() => gateway.stop());

  it.each<[string, string | Buffer, string]>([
    ['an endless preamble', '', 'no boundary\r\n'],
    ['a field that never ends', formBefore('a.png').subarray(0, 100), 'x'.repeat(100)],
    ['endless headers of a part', OPEN_PART, 'X-A: b\r\n'],
    [
      'a field after the file that never ends',
      Buffer.concat([formBefore('a.png'), PNG, Buffer.from(`\r\n${OPEN_FIELD}`)]),
      'x'.repeat(100),
    ],
    ['an endless end', Buffer.concat([formBefore('a.png'), PNG, FORM_END]), 'nothing\r\n'],
  ])('end it with 408: %s', async (_name, beginning, filler) => {
    const { socket, answer } = await beginUpload(gateway.url, 2_000 * MB);
    socket.write(beginning);
    const more = setInterval(() => socket.write(filler), 10);
    await eventually(answer, (text) => text !== '');
    clearInterval(more);
    socket.destroy();
    expect(answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"upload_timeout"/);
    expect(gateway.store.objects.size).toBe(0);
    const open = () => gateway.redis.keys('uploads:*');
    expect(await eventually(open, (keys) => keys.length === 0)).toEqual([]);
  });

  it('do not shorten the time for the file itself', async () => {
    // Too large for a permit of the gateway itself, so that usage hears when the file begins.
    const body = Buffer.concat([formBefore('a.png'), PNG, Buffer.alloc(MB), FORM_END]);
    const { socket, answer } = await beginUpload(gateway.url, body.length);
    const before = gateway.usage.permitRequests.length;
    socket.write(body.subarray(0, -FORM_END.length - 1));
    await eventually(
      () => gateway.usage.permitRequests.length,
      (count) => count > before,
    );
    await sleep(600);
    expect(answer()).toBe('');
    socket.write(body.subarray(-FORM_END.length - 1));
    await eventually(answer, (text) => text !== '');
    socket.destroy();
    expect(answer()).toMatch(/^HTTP\/1\.1 202 /);
  });
});
