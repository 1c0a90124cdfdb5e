import 'reflect-metadata';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import type { AuditAction } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_ID, anId, NOW_MS, USER_ID, uuid } from './support/others.js';
import { Rig } from './support/rig.js';

const by = { actorUserId: ADMIN_ID };
const plans = DEFAULT_PLANS;

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
});
afterAll(() => rig?.stop());

const newest = async () => (await rig.client.listAuditLog({ ...by, page: 1 })).entries[0];
const act = (action: AuditAction, values: object = {}) =>
  rig.client.actOnUser({ id: anId(), ...by, userId: USER_ID, action, reason: 'a reason', ...values });

describe('every call', () => {
  const requests: Record<string, object> = {
    getStats: { periodDays: 30 },
    getSeries: { periodDays: 30 },
    listUsers: { search: '', page: 1 },
    getSystemStatus: {},
    listRecentConversions: { limit: 5 },
    getSettings: {},
    putSettings: { version: 4, plans, reason: 'why' },
    listAuditLog: { page: 1 },
    actOnUser: { id: anId(), userId: USER_ID, action: 'suspend', reason: 'why' },
  };
  const call = (name: string, request: object, client: object = rig.client) =>
    (client as Record<string, (request: object) => Promise<unknown>>)[name]?.(request);

  it('is listed in the cases below', () => {
    // Users export their own data only, so this rpc requires no administrator.
    const others = ['close', 'checkHealth', 'waitUntilReady', 'exportUser'];
    const rpcs = Object.keys(rig.client).filter((name) => /^[a-z]/.test(name) && !others.includes(name));
    expect(rpcs.sort()).toEqual(Object.keys(requests).sort());
  });

  it.each(Object.entries(requests))(
    '%s answers FORBIDDEN to a caller who is not an administrator',
    async (name, request) => {
      for (const actorUserId of [USER_ID, uuid(99)])
        await expect(call(name, { ...request, actorUserId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(call(name, request)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        params: { fields: { actorUserId: expect.any(String) } },
      });
      const untrusted = call(name, { ...request, ...by }, rig.service.untrusted);
      await expect(untrusted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect((await rig.client.listAuditLog({ ...by, page: 1 })).totalCount).toBe(0);
    },
  );

  it('ExportUser answers UNAVAILABLE to a caller without a service token', async () => {
    const untrusted = call('exportUser', { userId: USER_ID }, rig.service.untrusted);
    await expect(untrusted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('ActOnUser', () => {
  it('suspends a user after it has recorded the action', async () => {
    const suspend = rig.others.accounts.suspendUser;
    let before: unknown;
    rig.others.accounts.suspendUser = async (request) => {
      before = await newest();
      return suspend(request);
    };
    const { user } = await act('suspend', { reason: '  sends spam ' });
    rig.others.accounts.suspendUser = suspend;
    expect(user).toMatchObject({ id: USER_ID, username: 'ada', suspended: true, totalConversions: 12 });
    const entry = { ...by, action: 'suspend', subject: USER_ID, reason: 'sends spam' };
    expect(before).toMatchObject({ ...entry, outcome: 'begun' });
    expect((before as { createdAtMs: number }).createdAtMs - NOW_MS).toBeLessThan(1_000);
    expect(await newest()).toMatchObject({ ...entry, outcome: 'done', subjectUsername: 'ada' });
    expect((await act('unsuspend')).user?.suspended).toBe(false);
    expect(await newest()).toMatchObject({ action: 'unsuspend' });
  });

  it('lets billing grant Pro for a year and answers once accounts knows of it', async () => {
    const { user } = await act('upgrade_to_pro', { reason: 'won a prize' });
    expect(user).toMatchObject({ id: USER_ID, plan: 'pro' });
    const grant = { userId: USER_ID, reason: 'won a prize', grantedBy: ADMIN_ID };
    expect(rig.others.grants).toMatchObject([grant]);
    const lastsMs = Number(rig.others.grants[0]?.expiresAtMs) - rig.clock.nowMs();
    expect(Math.round(lastsMs / 86_400_000)).toBe(365);
  });

  it('records and performs an action once when the answer to the first of two tries is lost', async () => {
    const { totalCount } = await rig.client.listAuditLog({ ...by, page: 1 });
    const { countByUser } = rig.others.usage;
    let tries = 0;
    rig.others.usage.countByUser = async (request) => {
      if (++tries > 2) return countByUser(request); // the admin service retries once by itself
      await rig.others.accounts.unsuspendUser({ userId: USER_ID }); // another administrator does this meanwhile
      throw new AppError('UNAVAILABLE');
    };
    const id = anId();
    expect((await act('suspend', { id })).user?.suspended).toBe(false);
    expect(await newest()).toMatchObject({ id, action: 'suspend', outcome: 'done' });
    expect((await rig.client.listAuditLog({ ...by, page: 1 })).totalCount).toBe(totalCount + 1);
    rig.others.usage.countByUser = countByUser;
    const another = act('suspend', { id, reason: 'another one' });
    await expect(another).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('records a refused action as refused, and one without an answer as begun', async () => {
    const { grantPro } = rig.others.billing;
    for (const [code, outcome] of [
      ['PLAN_REQUIRED', 'refused'],
      ['UNAVAILABLE', 'begun'],
    ] as const) {
      rig.others.billing.grantPro = async () => {
        throw new AppError(code);
      };
      await expect(act('upgrade_to_pro')).rejects.toMatchObject({ code });
      expect(await newest()).toMatchObject({ action: 'upgrade_to_pro', outcome });
    }
    rig.others.billing.grantPro = grantPro;
  });

  it.each([
    ['a user that is not there', 'suspend', { userId: uuid(99) }, 'NOT_FOUND'],
    ['himself', 'suspend', { userId: ADMIN_ID }, 'INVALID_REQUEST'],
    ['without a reason', 'suspend', { reason: ' ' }, 'INVALID_REQUEST'],
    ['by an action that is not done to users', 'put_settings', {}, 'INVALID_REQUEST'],
    ['by an unknown action', 'suspend', { action: 99 }, 'INVALID_REQUEST'],
  ] as const)('does nothing to %s', async (_what, action, values, code) => {
    const { totalCount } = await rig.client.listAuditLog({ ...by, page: 1 });
    await expect(act(action, values)).rejects.toMatchObject({ code });
    expect((await rig.client.listAuditLog({ ...by, page: 1 })).totalCount).toBe(totalCount);
    expect(rig.others.users.get(ADMIN_ID)?.suspended).toBe(false);
  });
});

describe('settings', () => {
  it('are put in force and written down with both versions', async () => {
    expect(await rig.client.getSettings(by)).toEqual({ version: 4, plans: DEFAULT_PLANS });
    const larger = structuredClone(DEFAULT_PLANS);
    larger.free.conversions.total = 77;
    const changed = { version: 4, plans: larger, reason: 'a campaign' };
    const answer = await rig.client.putSettings({ ...by, ...changed });
    expect(answer.version).toBe(5);
    expect((await rig.client.getSettings(by)).plans).toEqual(larger);
    const entry = { action: 'put_settings', subject: 'settings', outcome: 'done', reason: 'a campaign' };
    expect(await newest()).toMatchObject({ ...entry, oldVersion: 4, newVersion: 5, subjectUsername: '' });
    const stale = rig.client.putSettings({ ...by, ...changed, plans });
    await expect(stale).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await newest()).toMatchObject({ outcome: 'refused', oldVersion: 4 });
  });

  it('are not refused when the answer to the first of two tries is lost', async () => {
    const put = rig.others.usage.putPlans;
    rig.others.usage.putPlans = async (request) => {
      await put(request);
      rig.others.usage.putPlans = put;
      throw new AppError('UNAVAILABLE');
    };
    const answer = await rig.client.putSettings({ ...by, version: 5, plans, reason: 'it is over' });
    expect(answer.version).toBe(6);
    expect(await newest()).toMatchObject({ outcome: 'done', oldVersion: 5, newVersion: 6 });
  });

  it.each([
    ['a request without a table', undefined, 'plans'],
    [
      'a number below its minimum',
      { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, concurrent: 0 } },
      'plans.free.concurrent',
    ],
    ['an unknown field', { ...DEFAULT_PLANS, extra: 1 }, 'extra'],
  ])('refuses %s and names the field', async (_what, wrong, field) => {
    const call = rig.client.putSettings({ ...by, version: 6, plans: wrong, reason: 'why' });
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { [field]: expect.any(String) } },
    });
    expect(rig.others.plans.version).toBe(6);
  });
});
