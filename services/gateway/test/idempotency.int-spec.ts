import { once } from 'node:events';
import { connect } from 'node:net';
import { AppError } from '@filemill/errors';
import { eventually } from '@filemill/platform/testing';
import { HEADERS } from '@filemill/product';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PNG, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

type Form = [string, string | File][];
const form = (more: Form = [], file = pngFile()): Form => [['outputFormat', 'jpg'], ...more, ['file', file]];
const HOUR_MS = 3_600_000;

describe('an idempotency key', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let keys = 0;
  let key: string;
  beforeAll(async () => {
    gateway = await TestGateway.start({}, 'grpc');
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    key = `key ${++keys}`;
    user = await gateway.accounts.addUser({ plan: 'pro' });
    gateway.store.objects.clear();
    gateway.usage.rows.clear();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });
  afterEach(() => {
    gateway.clock.offsetMs = 0;
    jest.restoreAllMocks();
  });

  const convert = async (entries = form(), headers: Record<string, string> = {}, kind = 'image') => {
    const all = { ...user.bearer, [HEADERS.idempotencyKey]: key, ...headers };
    const response = await gateway.convert(entries, all, `/api/convert/${kind}`);
    const text = await response.text();
    const body = (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}) as {
      conversionId?: string;
      error?: { code: string; conversionId?: string };
    };
    const { status } = response;
    return { status, body, text, replayed: response.headers.get(HEADERS.replayed) };
  };

  it('returns the first answer for 24 h without storing the file again', async () => {
    const first = await convert();
    expect([first.status, first.replayed]).toEqual([200, null]);
    const stored = [...gateway.store.objects.keys()];
    const second = await convert();
    expect([second.status, second.replayed]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect([...gateway.store.objects.keys()]).toEqual(stored);
    expect(gateway.usage.rows.size).toBe(1);
    const bytes = await convert(form(), { accept: 'application/octet-stream' });
    expect([bytes.text, bytes.replayed]).toEqual(['converted', 'true']);
    gateway.clock.offsetMs = 24 * HOUR_MS;
    const fresh = await convert();
    expect([fresh.status, fresh.replayed]).toEqual([200, null]);
    expect(fresh.body.conversionId).not.toBe(first.body.conversionId);
  });

  it('treats the same options in another notation as the same request', async () => {
    const outcome = async (options: string, quality: string | undefined, output = 'jpg') => {
      const more: Form = [['options', options], ...(quality ? ([['quality', quality]] as Form) : [])];
      const entries = form(more).map(([name, value]): [string, string | File] =>
        name === 'outputFormat' ? [name, output] : [name, value],
      );
      return (await convert(entries)).status;
    };
    expect(await outcome('{}', '80')).toBe(200);
    expect(await outcome('{ "quality": 80 }', undefined, '.JPEG')).toBe(200);
    expect(await outcome('{}', '81')).toBe(422);
    expect(gateway.usage.rows.size).toBe(1);
  });

  it('refuses a different request with 422: another file, option or kind', async () => {
    expect((await convert()).status).toBe(200);
    const others: [Form, string][] = [
      [form([], new File([PNG.subarray(0, -1)], 'photo.png')), 'image'],
      [form([], new File([PNG, 'more'], 'photo.png')), 'image'],
      [form([['quality', '50']]), 'image'],
      [form(), 'auto'],
    ];
    for (const [entries, kind] of others) {
      const other = await convert(entries, {}, kind);
      expect([other.status, other.body.error?.code, other.replayed]).toEqual([
        422,
        'idempotency_mismatch',
        null,
      ]);
    }
    expect(gateway.usage.rows.size).toBe(1);
  });

  it('answers 409 with the conversion id while the conversion is running', async () => {
    gateway.usage.onAccept = () => undefined;
    const first = await convert(form(), { prefer: 'respond-async' });
    expect(first.status).toBe(202);
    const repeat = await convert();
    expect([repeat.status, repeat.body.error]).toMatchObject([
      409,
      { code: 'idempotency_conflict', conversionId: first.body.conversionId },
    ]);
  });

  it('answers 410 after the file is erased, and repeats errors unchanged', async () => {
    await convert();
    gateway.clock.offsetMs = HOUR_MS;
    const erased = await convert();
    expect([erased.status, erased.body.error?.code, erased.replayed]).toEqual([410, 'gone', 'true']);
    gateway.clock.offsetMs = 0;
    key = `${key} of a failure`;
    gateway.usage.onAccept = ({ id }) =>
      void gateway.usage.change(id, { status: 'failed', errorCode: 'FILE_CORRUPT', errorParams: {} });
    const failed = await convert();
    const again = await convert();
    expect([failed.status, again.status, again.replayed]).toEqual([422, 422, 'true']);
    expect(again.body.error?.conversionId).toBe(failed.body.error?.conversionId);
  });

  it('accepts one of 50 equal requests and erases the uploads of the others', async () => {
    gateway.usage.onAccept = () => undefined;
    const repeats = await Promise.all(
      Array.from({ length: 50 }, () => convert(form(), { prefer: 'respond-async' })),
    );
    const statuses = repeats.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, ...Array<number>(49).fill(409)]);
    const [row] = gateway.usage.rows.values();
    expect(gateway.usage.rows.size).toBe(1);
    expect([...gateway.store.objects.keys()]).toEqual([row?.inputKey]);
  });

  it('is not claimed by a refused request, and is separate for each user', async () => {
    expect((await convert(form([['quality', '0']]))).status).toBe(422);
    expect((await convert()).status).toBe(200);
    user = await gateway.accounts.addUser();
    const other = await convert();
    expect([other.status, other.replayed]).toEqual([200, null]);
  });

  it('ends a repetition whose upload is too slow or whose caller disconnects', async () => {
    const file = new File([PNG, Buffer.alloc(1_000_000)], 'photo.png');
    expect((await convert(form([], file))).status).toBe(200);
    const { hostname, port } = new URL(gateway.url);
    const repeat = () => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/convert/image HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${user.bearer.authorization}\r\n` +
          `Idempotency-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n` +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
      );
      socket.write(Buffer.concat([PNG, Buffer.alloc(1_000)]));
      return socket;
    };
    const [disconnected, slow] = [repeat(), repeat()];
    const uploads = () => gateway.redis.zcard(`uploads:user:${user.id}`);
    expect(await eventually(uploads, (count) => count === 2, 1_000)).toBe(2);
    disconnected.destroy();
    const [answer] = (await once(slow, 'data')) as [Buffer];
    slow.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    expect(await uploads()).toBe(0);
  }, 16_000);

  it('finds an accepted conversion whose answer was lost', async () => {
    const accept = gateway.usage.acceptConversion.bind(gateway.usage);
    jest.spyOn(gateway.usage, 'acceptConversion').mockImplementation(async (request) => {
      await accept(request);
      throw new AppError('UNAVAILABLE');
    });
    const lost = await convert();
    expect(lost.status).toBe(503);
    jest.restoreAllMocks();
    const again = await convert();
    expect([again.status, again.replayed]).toEqual([200, 'true']);
    expect(gateway.usage.rows.size).toBe(1);
  });

  it.each(['', 'x'.repeat(256), 'schön'])('is refused if it is %j', async (text) => {
    const refused = await convert(form(), { [HEADERS.idempotencyKey]: text });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_request']);
  });
});
