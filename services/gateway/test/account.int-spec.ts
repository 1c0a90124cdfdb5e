import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { at, callOf, convertOf, listAt } from './support/calls.js';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

describe('a user’s account', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let call: ReturnType<typeof callOf>;
  let convert: ReturnType<typeof convertOf>;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    call = callOf(gateway);
    convert = convertOf(gateway);
    Object.assign(gateway.billing, { exportUser: async () => ({ data: { customer: null } }) });
    Object.assign(gateway.admin, { exportUser: async () => ({ entries: [] }) });
  });
  beforeEach(async () => {
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());

  it('exports everything as one file, with the conversions of all pages once each', async () => {
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
    expect(new Set(listAt(body, 'conversions').map((row) => at(row, 'id'))).size).toBe(153);
    expect(at(body, 'conversions')).toHaveLength(153);
    const whole = { originalFileName: 'photo.png', options: expect.any(Object), losses: [], error: null };
    expect(at(body, 'conversions', 0)).toMatchObject(whole);
    expect(body).toMatchObject({ usage: { counters: [], days: [], idempotencyKeys: [] }, auditLog: [] });
  });

  it('exports counters, sums by day, keys and entries of the audit log, over all their pages', async () => {
    const counters = [
      { period: '2026-11', category: 'image', used: 2 },
      { period: '2026-11', category: 'total', used: 3 },
      { period: '2026-11-21T14', category: 'failed_work_ms', used: 9 },
      { period: 'now', category: 'unfinished', used: 1 },
    ];
    const figures = { completed: 1, failed: 2, inputBytes: 3, savedBytes: 4, processingMs: 5 };
    const days = [{ date: '2026-11-21', category: 'image' as const, ...figures }];
    gateway.usage.heldFigures = {
      counters: [
        { period: '2026-11', used: 3 },
        { period: '2026-11', category: 'image', used: 2 },
      ],
      unfinished: 1,
      failedWork: [{ hourBeginsAtMs: Date.UTC(2026, 10, 21, 14), engineMs: 9 }],
      days,
    };
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
    expect(at(body, 'usage')).toMatchObject({ counters, days });
    expect(at(body, 'usage', 'idempotencyKeys')).toHaveLength(1_001);
    const createdAt = '1970-01-01T00:00:00.000Z';
    const last = { key: 'key 1000', conversionId, requestHash: 'e8', createdAt };
    expect(listAt(body, 'usage', 'idempotencyKeys').at(-1)).toEqual(last);
    expect(listAt(body, 'auditLog').map((entry) => at(entry, 'id'))).toEqual(entries.map(({ id }) => id));
    expect(at(body, 'auditLog', 0)).toMatchObject({ reason: 'why', createdAt, oldVersion: null });
  });

  it('deletes an account when the password is correct', async () => {
    const wrong = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'another' } });
    expect([wrong.status, at(wrong.body, 'error', 'code')]).toEqual([422, 'password_wrong']);
    const done = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'password' } });
    expect(done.status).toBe(204);
    expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(401);
  });

  it('answers success when the account was deleted but the answer to the first of two tries was lost', async () => {
    const { deleteUser } = gateway.accounts;
    gateway.accounts.deleteUser = async (request) => {
      await deleteUser.call(gateway.accounts, request);
      return deleteUser.call(gateway.accounts, request);
    };
    const done = await call('DELETE', 'user', { headers: user.bearer, body: { password: 'password' } });
    gateway.accounts.deleteUser = deleteUser;
    expect(done.status).toBe(204);
  });

  it('refuses account calls of a user whom another gateway has deleted, though this one has the session in its cache', async () => {
    expect((await call('GET', 'user/analytics', { headers: user.bearer })).status).toBe(200);
    gateway.accounts.accounts.delete(user.id);
    for (const [method, path] of [
      ['GET', 'user'],
      ['GET', 'user/export'],
      ['POST', 'user/api-key'],
    ] as const) {
      const { status, body } = await call(method, path, { headers: user.bearer });
      expect([path, status, at(body, 'error', 'code')]).toEqual([path, 401, 'unauthenticated']);
    }
  });

  it('ignores headers that name a user', async () => {
    const other = await gateway.accounts.addUser({ isAdmin: true });
    const forged = { 'x-user-id': other.id, 'x-session-id': other.id, 'x-admin': 'true', 'x-plan': 'pro' };
    expect((await call('GET', 'user', { headers: forged })).status).toBe(401);
    const own = await call('GET', 'user', { headers: { ...user.bearer, ...forged } });
    expect(at(own.body, 'user')).toMatchObject({ id: user.id, isAdmin: false, plan: 'free' });
  });
});
