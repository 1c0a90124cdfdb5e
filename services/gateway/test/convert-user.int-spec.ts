import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AS_GUEST, PNG, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

type Form = [string, string | File][];
const form = (name = 'photo.png'): Form => [
  ['outputFormat', 'jpg'],
  ['file', pngFile(name)],
];

describe('POST /api/convert/{kind}', () => {
  let gateway: TestGateway;
  let free: TestUser;
  let pro: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    [free, pro] = [await gateway.accounts.addUser(), await gateway.accounts.addUser({ plan: 'pro' })];
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.store.objects.clear();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });

  const convert = async (kind: string, headers: Record<string, string>, entries = form()) => {
    const response = await gateway.convert(entries, headers, `/api/convert/${kind}`);
    return { response, body: (await response.json()) as Record<string, never> };
  };

  it('returns the result to a token and to a key under the user’s plan', async () => {
    for (const [kind, headers, user, plan] of [
      ['image', free.bearer, free, 'free'],
      ['auto', pro.key, pro, 'pro'],
    ] as const) {
      const { response, body } = await convert(kind, headers);
      expect(response.status).toBe(200);
      expect(body).toEqual({
        status: 'success',
        conversionId: expect.any(String),
        downloadUrl: expect.stringContaining(`/api/download/${body.conversionId}?token=`),
        conversion: expect.objectContaining({ id: body.conversionId, status: 'completed', kind: 'image' }),
      });
      const row = gateway.usage.rows.get(String(body.conversionId));
      expect(row?.owner).toMatchObject({ kind: 'user', id: user.id, plan });
    }
  });

  it('answers 202 to respond-async with links that only the user can open', async () => {
    gateway.usage.onAccept = () => undefined;
    const { response, body } = await convert('image', { ...free.bearer, prefer: 'respond-async' });
    expect([response.status, body.status]).toEqual([202, 'pending']);
    expect(response.headers.get('location')).toBe(body.statusUrl);
    const statusFor = async (headers: Record<string, string>) =>
      (await gateway.fetch(String(body.statusUrl), { headers })).status;
    expect(await statusFor(free.bearer)).toBe(200);
    expect(await statusFor(pro.key)).toBe(404);
    expect(await statusFor(AS_GUEST)).toBe(404);
  });

  it('sends the converted bytes to a caller who accepts them, and 202 when the wait is over', async () => {
    const headers = { ...pro.key, accept: 'application/octet-stream' };
    const response = await gateway.convert(form('Bild.png'), headers, '/api/convert/image');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '9',
      'content-disposition': `attachment; filename="Bild.jpg"; filename*=UTF-8''Bild.jpg`,
      'x-content-type-options': 'nosniff',
      'content-location': expect.stringMatching(/^\/api\/download\/[0-9a-f-]{36}$/),
    });
    expect(await response.text()).toBe('converted');
    gateway.usage.onAccept = () => undefined;
    const late = await gateway.convert(form(), { ...headers, prefer: 'wait=0' }, '/api/convert/image');
    expect(late.status).toBe(202);
  });

  it('names the detected kind when the path names another kind, and stores nothing', async () => {
    const { response, body } = await convert('audio', free.bearer);
    expect(response.status).toBe(415);
    expect(body).toMatchObject({ error: { code: 'unsupported_format' } });
    expect(body.message).toContain('PNG');
    expect(gateway.store.objects.size).toBe(0);
  });

  it('refuses unknown kinds, after it has checked the credential', async () => {
    expect((await convert('images', free.bearer)).response.status).toBe(404);
    expect((await convert('images', AS_GUEST)).response.status).toBe(401);
    expect((await convert('image', AS_GUEST)).response.status).toBe(401);
  });

  it('counts the open uploads of the user', async () => {
    const gone = new AbortController();
    const type = 'multipart/form-data; boundary=b';
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const body = new ReadableStream({
      start: (sink) => sink.enqueue(Buffer.concat([Buffer.from(head), PNG])),
    });
    const headers = { ...free.bearer, 'content-type': type };
    const init = { method: 'POST', headers, body, signal: gone.signal, duplex: 'half' } as RequestInit;
    const before = gateway.usage.permitRequests.length;
    const open = gateway.fetch('/api/convert/image', init).catch(() => undefined);
    while (gateway.usage.permitRequests.length === before)
      await new Promise((resolve) => setTimeout(resolve, 5));
    // With a key usage is asked for a permit, whatever the size.
    const key = { 'idempotency-key': 'open-uploads' };
    await convert('image', { ...free.bearer, ...key });
    expect(gateway.usage.permitRequests.at(-1)).toMatchObject({
      openUploads: 1,
      category: 'image',
      owner: { id: free.id },
    });
    await convert('image', { ...pro.bearer, ...key });
    expect(gateway.usage.permitRequests.at(-1)).toMatchObject({ openUploads: 0 });
    gone.abort();
    await open;
  });

  it('applies the size limit of the user’s plan', async () => {
    const { plans } = gateway.usage;
    const maxFileSizeMb = { ...plans.free.maxFileSizeMb, image: 1 };
    gateway.usage.plans = { ...plans, free: { ...plans.free, maxFileSizeMb } };
    try {
      const big = new File([PNG, Buffer.alloc(1_048_576)], 'a.png');
      const entries: Form = [
        ['outputFormat', 'jpg'],
        ['file', big],
      ];
      const refused = await convert('image', free.bearer, entries);
      expect([refused.response.status, refused.body.error]).toMatchObject([413, { limitBytes: 1_048_576 }]);
      expect((await convert('image', pro.bearer, entries)).response.status).toBe(200);
    } finally {
      gateway.usage.plans = plans;
    }
  });
});
