import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const HOUR_MS = 3_600_000;

describe('the routes of accounts', () => {
  let gateway: TestGateway;
  let user: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    Object.assign(gateway.billing, { exportUser: async () => ({ json: '{"customer":null}' }) });
    Object.assign(gateway.admin, { exportUser: async () => ({ entries: [] }) });
  });
  beforeEach(async () => {
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());

  const call = async (
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const response = await gateway.fetch(`/api/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: got } = response;
    return { status, headers: got, text, body: text ? JSON.parse(text) : undefined };
  };
  const convert = (by: Record<string, string>) =>
    gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      by,
      '/api/convert/image',
    );

  describe('getting in', () => {
    const account = { email: 'new@example.com', username: ' Nora ', password: 'secret' };

    it('registers with 201, once for an address', async () => {
      const made = await call('POST', 'register', { body: account });
      expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(made.body).toEqual({
        token: expect.any(String),
        user: {
          id: UUID,
          email: 'new@example.com',
          username: 'Nora',
          plan: 'free',
          apiKey: null,
          subscriptionExpiresAt: null,
          subscriptionCancelledAt: null,
          isAdmin: false,
        },
      });
      const again = await call('POST', 'register', { body: account });
      expect([again.status, again.body.error.code]).toEqual([409, 'email_taken']);
    });

    it('takes mails in the language that the browser prefers', async () => {
      const headers = { 'accept-language': 'ru-RU,ru;q=0.9' };
      await call('POST', 'forgot-password', { body: { email: user.email }, headers });
      expect(gateway.accounts.languages.at(-1)).toBe('ru');
    });

    it('lets no header of a request decide where the link of a mail leads', async () => {
      const asked: object[] = [];
      const { forgotPassword } = gateway.accounts;
      gateway.accounts.forgotPassword = async (request) => {
        asked.push(request);
        return forgotPassword.call(gateway.accounts, request);
      };
      const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const { status } = await call('POST', 'forgot-password', { body: { email: user.email }, headers });
      gateway.accounts.forgotPassword = forgotPassword;
      expect([asked.length, status < 300]).toEqual([1, true]);
      expect(JSON.stringify(asked)).not.toContain('evil');
    });

    it('refuses bodies that are short, long, wrong or know too much', async () => {
      const wrong: [string, object, string][] = [
        ['register', { ...account, password: '12345' }, 'password'],
        ['register', { ...account, password: 'x'.repeat(129) }, 'password'],
        ['register', { ...account, email: 'nobody' }, 'email'],
        ['register', { ...account, username: '  ' }, 'username'],
        ['register', { ...account, isAdmin: true }, 'isAdmin'],
        ['login', { email: user.email }, 'password'],
        ['login', { email: user.email, password: 'password', plan: 'pro' }, 'plan'],
        ['forgot-password', {}, 'email'],
        ['reset-password', { token: 'x', password: '12345' }, 'password'],
        ['reset-password', { token: 'unknown', password: '123456' }, 'token'],
      ];
      for (const [path, body, field] of wrong) {
        const refused = await call('POST', path, { body });
        expect([path, field, refused.status]).toEqual([path, field, 400]);
        expect(refused.body.error).toMatchObject({
          code: 'invalid_request',
          fields: { [field]: expect.any(String) },
        });
      }
    });

    it('signs in, and out for good', async () => {
      const login = await call('POST', 'login', { body: { email: user.email, password: 'password' } });
      expect([login.status, login.body.user.id]).toEqual([200, user.id]);
      const headers = { authorization: `Bearer ${login.body.token}` };
      expect((await call('GET', 'user', { headers })).status).toBe(200);
      expect((await call('POST', 'logout', { headers })).status).toBe(204);
      expect((await call('GET', 'user', { headers })).status).toBe(401);
      expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(200);
    });

    it('answers alike whether an account exists', async () => {
      const pairs: [string, object, object][] = [
        [
          'login',
          { email: 'nobody@example.com', password: 'password' },
          { email: user.email, password: 'another' },
        ],
        ['forgot-password', { email: 'nobody@example.com' }, { email: user.email }],
      ];
      for (const [path, unknown, known] of pairs) {
        const headers = { 'x-request-id': 'the-same-for-both' };
        const [one, other] = [
          await call('POST', path, { body: unknown, headers }),
          await call('POST', path, { body: known, headers }),
        ];
        const shown = ({ status, text, headers: got }: typeof one) => [
          status,
          text,
          [...got].filter(([name]) => name !== 'date'),
        ];
        expect(shown(one)).toEqual(shown(other));
      }
    });

    it('gives an account its id, so that a call whose answer was lost can be known again', async () => {
      const { register } = gateway.accounts;
      const asked: string[] = [];
      gateway.accounts.register = (request) => {
        asked.push(request.id);
        return register.call(gateway.accounts, request);
      };
      const { body } = await call('POST', 'register', { body: { ...account, email: 'id@example.com' } });
      gateway.accounts.register = register;
      expect(asked).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)]);
      expect(body.user.id).toBe(asked[0]);
    });

    it('resets a password in one try, for a second would find the token used', async () => {
      const { resetPassword } = gateway.accounts;
      let options: unknown;
      gateway.accounts.resetPassword = async (_request: unknown, given?: unknown) => {
        options = given;
        return {};
      };
      await call('POST', 'reset-password', { body: { token: 'x', password: 'another' } });
      gateway.accounts.resetPassword = resetPassword;
      expect(options).toEqual({ retry: false });
    });

    it('resets a password by mail, once, and ends the sessions', async () => {
      await call('POST', 'forgot-password', { body: { email: user.email } });
      const body = { token: `reset-${user.id}`, password: 'another' };
      expect(await call('POST', 'reset-password', { body })).toMatchObject({
        status: 200,
        body: { message: expect.any(String) },
      });
      expect((await call('POST', 'reset-password', { body })).status).toBe(400);
      expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(401);
      const login = { email: user.email, password: 'another' };
      expect((await call('POST', 'login', { body: login })).status).toBe(200);
    });

    it('tells a suspended user so', async () => {
      await gateway.accounts.suspendUser({ userId: user.id });
      const login = await call('POST', 'login', { body: { email: user.email, password: 'password' } });
      expect([login.status, login.body.error.code]).toEqual([403, 'suspended']);
    });
  });

  describe('GET /api/user', () => {
    it('shows the user, the plan and the newest conversions', async () => {
      await convert({ ...user.bearer, prefer: 'respond-async' });
      const { body, headers } = await call('GET', 'user', { headers: user.bearer });
      expect(body.user).toMatchObject({ id: user.id, plan: 'free', apiKey: null });
      expect(body.usage).toMatchObject({
        conversions: 1,
        limit: 50,
        dataProcessedMB: 0,
        maxFileSizeMB: 500,
        imageConversions: 1,
        imageLimit: 50,
        fontConversions: 0,
        fontLimit: 10,
        resetDate: expect.stringMatching(/-01T00:00:00.000Z$/),
      });
      expect(Object.keys(body.usage)).toHaveLength(5 + 2 * 8);
      expect(body.recentActivity).toEqual([
        expect.objectContaining({
          conversionType: 'image',
          status: 'pending',
          workerJobId: null,
          workerId: null,
        }),
      ]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    });

    it('answers 304 until something changes, and asks no service for it', async () => {
      const first = await call('GET', 'user', { headers: user.bearer });
      const known = { ...user.bearer, 'if-none-match': first.headers.get('etag') ?? '' };
      gateway.accounts.isDown = true;
      const same = await call('GET', 'user', { headers: known });
      expect([same.status, same.text]).toEqual([304, '']);
      expect((await call('GET', 'user', { headers: user.bearer })).text).toBe(first.text);
      gateway.accounts.isDown = false;
      await convert({ ...user.bearer, prefer: 'respond-async' });
      const changed = await call('GET', 'user', { headers: known });
      expect([changed.status, changed.body.usage.conversions]).toEqual([200, 1]);
      expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'));
    });

    it('gives one user’s version to nobody else', async () => {
      const first = await call('GET', 'user', { headers: user.bearer });
      const other = await gateway.accounts.addUser();
      const headers = { ...other.bearer, 'if-none-match': first.headers.get('etag') ?? '' };
      expect((await call('GET', 'user', { headers })).body.user.id).toBe(other.id);
    });

    it('takes a link away when its hour is over', async () => {
      gateway.completeWith(Buffer.from('result'), 'jpg');
      await convert(user.bearer);
      const link = async () =>
        (await call('GET', 'user', { headers: user.bearer })).body.recentActivity[0].downloadUrl;
      expect(await link()).toMatch(/^\/api\/download\//);
      gateway.clock.offsetMs = HOUR_MS;
      // A version lapses after 30 s by itself.
      await gateway.redis.del(`owner:user:${user.id}`);
      expect(await link()).toBeNull();
      gateway.clock.offsetMs = 0;
      gateway.usage.onAccept = () => undefined;
    });

    it('opens for a bearer token alone', async () => {
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      for (const headers of [undefined, pro.key, { authorization: 'Basic eDp5' }]) {
        const refused = await call('GET', 'user', headers && { headers });
        expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthenticated']);
      }
      expect((await call('GET', 'user', { headers: pro.bearer })).body.user.apiKey).toBe(pro.apiKey);
    });
  });

  it('shows analytics by day, empty days included', async () => {
    gateway.completeWith(Buffer.from('result'), 'jpg');
    await convert(user.bearer);
    gateway.usage.onAccept = () => undefined;
    const { body } = await call('GET', 'user/analytics?days=7', { headers: user.bearer });
    expect(body.days).toHaveLength(7);
    expect(body.days.at(-1)).toMatchObject({
      date: new Date().toISOString().slice(0, 10),
      byCategory: { image: 1, font: 0 },
    });
    expect(body).toMatchObject({ successRate: 1, averageSeconds: 0.012, sizeSavedMB: 0 });
    const wrong = await call('GET', 'user/analytics?days=8', { headers: user.bearer });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['days']]);
  });

  it('exports everything as a file, conversions over all pages once', async () => {
    for (let count = 0; count < 3; count += 1) await convert({ ...user.bearer, prefer: 'respond-async' });
    const rows = [...gateway.usage.rows.values()].filter(({ owner }) => owner?.id === user.id);
    for (const row of rows)
      for (let copy = 0; copy < 50; copy += 1) {
        const id = crypto.randomUUID();
        gateway.usage.rows.set(id, { ...row, id });
      }
    const { body, headers } = await call('GET', 'user/export', { headers: user.bearer });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="account.json"/);
    expect(body).toMatchObject({ account: { email: user.email }, billing: { customer: null } });
    expect(new Set(body.conversions.map(({ id }: { id: string }) => id)).size).toBe(153);
    expect(body.conversions).toHaveLength(153);
    const whole = { originalFileName: 'photo.png', options: expect.any(Object), losses: [], error: null };
    expect(body.conversions[0]).toMatchObject(whole);
    expect([body.usage, body.auditLog]).toEqual([{ counters: [], days: [], idempotencyKeys: [] }, []]);
  });

  it('exports counters, days, keys and entries of the audit log, over all their pages', async () => {
    const counters = [{ period: '2026-11', category: 'total', used: 3 }];
    const figures = { completed: 1, failed: 2, inputBytes: 3, savedBytes: 4, processingMs: 5 };
    const days = [{ date: '2026-11-21', category: 'image', ...figures }];
    gateway.usage.heldFigures = { counters, days };
    const conversionId = crypto.randomUUID();
    gateway.usage.heldKeys = Array.from({ length: 1_001 }, (_, n) => ({
      key: `key ${String(n).padStart(4, '0')}`,
      conversionId,
      requestHash: new Uint8Array([n % 256]),
      createdAtMs: 0,
    }));
    const entry = { role: 'subject', action: 'suspend', reason: 'why', outcome: 'done', createdAtMs: 0 };
    const entries = Array.from({ length: 101 }, () => ({ ...entry, id: crypto.randomUUID() }));
    const exportUser = async ({ page }: { page: number }) => ({
      entries: entries.slice((page - 1) * 100, page * 100),
    });
    Object.assign(gateway.admin, { exportUser });
    const { body } = await call('GET', 'user/export', { headers: user.bearer });
    expect(body.usage).toMatchObject({ counters, days });
    expect(body.usage.idempotencyKeys).toHaveLength(1_001);
    const createdAt = '1970-01-01T00:00:00.000Z';
    const last = { key: 'key 1000', conversionId, requestHash: 'e8', createdAt };
    expect(body.usage.idempotencyKeys.at(-1)).toEqual(last);
    expect(body.auditLog.map(({ id }: { id: string }) => id)).toEqual(entries.map(({ id }) => id));
    expect(body.auditLog[0]).toMatchObject({ reason: 'why', createdAt, oldVersion: null });
  });

  it('deletes an account against its password', async () => {
    const wrong = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'another' } });
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'password_wrong']);
    const done = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'password' } });
    expect(done.status).toBe(204);
    expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(401);
  });

  it('has deleted an account although the answer to the first of two tries was lost', async () => {
    const { deleteUser } = gateway.accounts;
    gateway.accounts.deleteUser = async (request) => {
      await deleteUser.call(gateway.accounts, request);
      return deleteUser.call(gateway.accounts, request);
    };
    const done = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'password' } });
    gateway.accounts.deleteUser = deleteUser;
    expect(done.status).toBe(204);
  });

  it('are shut to a user whom another gateway has deleted while this one still knows the session', async () => {
    expect((await call('GET', 'user/analytics', { headers: user.bearer })).status).toBe(200);
    gateway.accounts.accounts.delete(user.id);
    for (const [method, path] of [
      ['GET', 'user'],
      ['GET', 'user/export'],
      ['POST', 'user/api-key'],
    ] as const) {
      const { status, body } = await call(method, path, { headers: user.bearer });
      expect([path, status, body.error.code]).toEqual([path, 401, 'unauthenticated']);
    }
  });

  it('believe no header that names a user', async () => {
    const other = await gateway.accounts.addUser({ isAdmin: true });
    const forged = { 'x-user-id': other.id, 'x-session-id': other.id, 'x-admin': 'true', 'x-plan': 'pro' };
    expect((await call('GET', 'user', { headers: forged })).status).toBe(401);
    const own = await call('GET', 'user', { headers: { ...user.bearer, ...forged } });
    expect(own.body.user).toMatchObject({ id: user.id, isAdmin: false, plan: 'free' });
  });

  describe('API keys', () => {
    it('rotates one for Pro alone', async () => {
      const refused = await call('POST', 'user/api-key', { headers: user.bearer });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'plan_required']);
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      expect((await call('GET', 'validate-key', { headers: pro.key })).status).toBe(200);
      const { body } = await call('POST', 'user/api-key', { headers: pro.bearer });
      expect(body).toEqual({ apiKey: expect.stringMatching(/^fm_/) });
      expect((await call('GET', 'validate-key', { headers: pro.key })).status).toBe(401);
      const validated = await call('GET', 'validate-key', { headers: { 'x-api-key': body.apiKey } });
      expect(validated.body).toMatchObject({
        valid: true,
        plan: 'pro',
        user: { id: pro.id, username: expect.any(String) },
        usage: { limit: 5_000 },
      });
    });

    it('does not find a missing, malformed or unknown one, and asks accounts for the last alone', async () => {
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      const { apiKey: gone } = await gateway.accounts.addUser({ plan: 'pro' });
      gateway.accounts.accounts.clear();
      const before = gateway.accounts.identified;
      for (const headers of [
        undefined,
        { 'x-api-key': 'fm_short' },
        { 'x-api-key': `${pro.apiKey.slice(0, -1)}!` },
      ]) {
        const refused = await call('GET', 'validate-key', headers && { headers });
        expect([refused.status, refused.body.message]).toEqual([401, 'User API key not found']);
      }
      expect(gateway.accounts.identified).toBe(before);
      const unknown = await call('GET', 'validate-key', { headers: { 'x-api-key': gone } });
      expect([unknown.status, unknown.body.message]).toEqual([401, 'User API key not found']);
      expect(gateway.accounts.identified).toBe(before + 1);
    });

    it('does not find that of a user who is no longer on Pro, or is suspended', async () => {
      const suspended = await gateway.accounts.addUser({ plan: 'pro', suspended: true });
      for (const { key: headers } of [user, suspended]) {
        const { status, body } = await call('GET', 'validate-key', { headers });
        expect([status, body.message]).toEqual([401, 'User API key not found']);
      }
    });
  });

  it('checks reports of conversions and counts none', async () => {
    const report = {
      originalSize: 5,
      convertedSize: 3,
      conversionType: 'image',
      originalFormat: 'png',
      outputFormat: 'jpg',
      originalFileName: 'a.png',
    };
    const headers = user.bearer;
    expect((await call('POST', 'track-conversion', { headers, body: report })).status).toBe(204);
    for (const change of [{ originalSize: -1 }, { conversionType: 'images' }, { extra: 1 }])
      expect(
        (await call('POST', 'track-conversion', { headers, body: { ...report, ...change } })).status,
      ).toBe(400);
    expect((await call('POST', 'track-conversion', { body: report })).status).toBe(401);
    expect((await call('GET', 'user', { headers })).body.usage.conversions).toBe(0);
  });

  it('refuses another site’s page on every changing call', async () => {
    for (const [method, path] of [
      ['POST', 'login'],
      ['POST', 'logout'],
      ['DELETE', 'user'],
      ['POST', 'user/api-key'],
    ]) {
      const headers = { ...user.bearer, origin: 'https://evil.example' };
      expect((await call(method ?? '', path ?? '', { headers })).status).toBe(403);
    }
  });

  it('goes on without versions while Redis is away', async () => {
    await gateway.redisServer.stop();
    const { status, headers } = await call('GET', 'user', { headers: user.bearer });
    expect([status, headers.get('etag')]).toEqual([200, null]);
  });
});
