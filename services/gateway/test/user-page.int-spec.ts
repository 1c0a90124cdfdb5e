import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { at, callOf, convertOf, listAt } from './support/calls.js';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const HOUR_MS = 3_600_000;

describe('a user’s page', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let call: ReturnType<typeof callOf>;
  let convert: ReturnType<typeof convertOf>;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    call = callOf(gateway);
    convert = convertOf(gateway);
  });
  beforeEach(async () => {
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());

  describe('GET /api/user', () => {
    it('returns the user, the plan and the newest conversions', async () => {
      await convert({ ...user.bearer, prefer: 'respond-async' });
      const { body, headers } = await call('GET', 'user', { headers: user.bearer });
      expect(at(body, 'user')).toMatchObject({ id: user.id, plan: 'free', apiKey: null });
      expect(at(body, 'usage')).toMatchObject({
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
      expect(Object.keys(at(body, 'usage') ?? {})).toHaveLength(5 + 2 * 8);
      expect(at(body, 'recentActivity')).toEqual([
        expect.objectContaining({
          conversionType: 'image',
          status: 'pending',
          workerJobId: null,
          workerId: null,
        }),
      ]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    });

    it('answers 304 until something changes, without asking a service', async () => {
      const first = await call('GET', 'user', { headers: user.bearer });
      const known = { ...user.bearer, 'if-none-match': first.headers.get('etag') ?? '' };
      gateway.accounts.isDown = true;
      const same = await call('GET', 'user', { headers: known });
      expect([same.status, same.text]).toEqual([304, '']);
      expect((await call('GET', 'user', { headers: user.bearer })).text).toBe(first.text);
      gateway.accounts.isDown = false;
      await convert({ ...user.bearer, prefer: 'respond-async' });
      const changed = await call('GET', 'user', { headers: known });
      expect([changed.status, at(changed.body, 'usage', 'conversions')]).toEqual([200, 1]);
      expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'));
    });

    it('does not answer one user with the version of another', async () => {
      const first = await call('GET', 'user', { headers: user.bearer });
      const other = await gateway.accounts.addUser();
      const headers = { ...other.bearer, 'if-none-match': first.headers.get('etag') ?? '' };
      expect((await call('GET', 'user', { headers })).body).toMatchObject({ user: { id: other.id } });
    });

    it('removes a link when its file has expired', async () => {
      gateway.completeWith(Buffer.from('result'), 'jpg');
      await convert(user.bearer);
      const link = async () =>
        at((await call('GET', 'user', { headers: user.bearer })).body, 'recentActivity', 0, 'downloadUrl');
      expect(await link()).toMatch(/^\/api\/download\//);
      gateway.clock.offsetMs = HOUR_MS;
      // A cached version expires after 30 s.
      await gateway.redis.del(`owner:user:${user.id}`);
      expect(await link()).toBeNull();
      gateway.clock.offsetMs = 0;
      gateway.usage.onAccept = () => undefined;
    });

    it('accepts only a bearer token', async () => {
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      for (const headers of [undefined, pro.key, { authorization: 'Basic eDp5' }]) {
        const refused = await call('GET', 'user', headers && { headers });
        expect([refused.status, at(refused.body, 'error', 'code')]).toEqual([401, 'unauthenticated']);
      }
      expect((await call('GET', 'user', { headers: pro.bearer })).body).toMatchObject({
        user: { apiKey: pro.apiKey },
      });
    });
  });

  it('returns statistics by day, including days without conversions', async () => {
    gateway.completeWith(Buffer.from('result'), 'jpg');
    await convert(user.bearer);
    gateway.usage.onAccept = () => undefined;
    const { body } = await call('GET', 'user/analytics?days=7', { headers: user.bearer });
    expect(listAt(body, 'days')).toHaveLength(7);
    expect(listAt(body, 'days').at(-1)).toMatchObject({
      date: new Date().toISOString().slice(0, 10),
      byCategory: { image: 1, font: 0 },
    });
    expect(body).toMatchObject({ successRate: 1, averageSeconds: 0.012, sizeSavedMB: 0 });
    const wrong = await call('GET', 'user/analytics?days=8', { headers: user.bearer });
    expect([wrong.status, Object.keys(at(wrong.body, 'error', 'fields') ?? {})]).toEqual([400, ['days']]);
  });

  it('answers without versions while Redis is unreachable', async () => {
    await gateway.redisServer.stop();
    const { status, headers } = await call('GET', 'user', { headers: user.bearer });
    expect([status, headers.get('etag')]).toEqual([200, null]);
  });
});
