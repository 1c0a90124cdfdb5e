import 'reflect-metadata';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import type { AuditAction } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_ID, anId, NOW_MS, USER_ID, uuid } from './support/fake-services.js';
import { Rig } from './support/rig.js';

const actor = { actorUserId: ADMIN_ID };
const plans = DEFAULT_PLANS;

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
});
afterAll(() => rig?.stop());

const newestEntry = async () => (await rig.client.listAuditLog({ ...actor, page: 1 })).entries[0];
const actOnUser = (action: AuditAction, values: object = {}) =>
  rig.client.actOnUser({ id: anId(), ...actor, userId: USER_ID, action, reason: 'a reason', ...values });

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

  it('has a case below', () => {
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
      const untrusted = call(name, { ...request, ...actor }, rig.service.untrusted);
      await expect(untrusted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect((await rig.client.listAuditLog({ ...actor, page: 1 })).totalCount).toBe(0);
    },
  );

  it('ExportUser answers UNAVAILABLE to a caller without a service token', async () => {
    const untrusted = call('exportUser', { userId: USER_ID }, rig.service.untrusted);
    await expect(untrusted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('ActOnUser', () => {
  it('records the action, then suspends the user', async () => {
    const suspend = rig.otherServices.accounts.suspendUser;
    let before: unknown;
    rig.otherServices.accounts.suspendUser = async (request) => {
      before = await newestEntry();
      return suspend(request);
    };
    const { user } = await actOnUser('suspend', { reason: '  sends spam ' });
    rig.otherServices.accounts.suspendUser = suspend;
    expect(user).toMatchObject({ id: USER_ID, username: 'ada', suspended: true, totalConversions: 12 });
    const entry = { ...actor, action: 'suspend', subject: USER_ID, reason: 'sends spam' };
    expect(before).toMatchObject({ ...entry, outcome: 'begun' });
    expect((before as { createdAtMs: number }).createdAtMs - NOW_MS).toBeLessThan(1_000);
    expect(await newestEntry()).toMatchObject({ ...entry, outcome: 'done', subjectUsername: 'ada' });
    expect((await actOnUser('unsuspend')).user?.suspended).toBe(false);
    expect(await newestEntry()).toMatchObject({ action: 'unsuspend' });
  });

  it('has billing grant Pro for a year and answers after accounts has received the new plan', async () => {
    const { user } = await actOnUser('upgrade_to_pro', { reason: 'won a prize' });
    expect(user).toMatchObject({ id: USER_ID, plan: 'pro' });
    const grant = { userId: USER_ID, reason: 'won a prize', grantedBy: ADMIN_ID };
    expect(rig.otherServices.grants).toMatchObject([grant]);
    const durationMs = Number(rig.otherServices.grants[0]?.expiresAtMs) - rig.clock.nowMs();
    expect(Math.round(durationMs / 86_400_000)).toBe(365);
  });

  it('records and performs an action once when its call is repeated after a lost answer', async () => {
    const { totalCount } = await rig.client.listAuditLog({ ...actor, page: 1 });
    const { countByUser } = rig.otherServices.usage;
    let tries = 0;
    rig.otherServices.usage.countByUser = async (request) => {
      if (++tries > 2) return countByUser(request); // the admin service retries once by itself
      await rig.otherServices.accounts.unsuspendUser({ userId: USER_ID }); // another administrator does this meanwhile
      throw new AppError('UNAVAILABLE');
    };
    const id = anId();
    expect((await actOnUser('suspend', { id })).user?.suspended).toBe(false);
    expect(await newestEntry()).toMatchObject({ id, action: 'suspend', outcome: 'done' });
    expect((await rig.client.listAuditLog({ ...actor, page: 1 })).totalCount).toBe(totalCount + 1);
    rig.otherServices.usage.countByUser = countByUser;
    const another = actOnUser('suspend', { id, reason: 'another one' });
    await expect(another).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('records a refused action as refused, and an unanswered one as begun', async () => {
    const { grantPro } = rig.otherServices.billing;
    for (const [code, outcome] of [
      ['PLAN_REQUIRED', 'refused'],
      ['UNAVAILABLE', 'begun'],
    ] as const) {
      rig.otherServices.billing.grantPro = async () => {
        throw new AppError(code);
      };
      await expect(actOnUser('upgrade_to_pro')).rejects.toMatchObject({ code });
      expect(await newestEntry()).toMatchObject({ action: 'upgrade_to_pro', outcome });
    }
    rig.otherServices.billing.grantPro = grantPro;
  });

  it.each([
    ['an action on an unknown user', 'suspend', { userId: uuid(99) }, 'NOT_FOUND'],
    ['an action on the own account', 'suspend', { userId: ADMIN_ID }, 'INVALID_REQUEST'],
    ['an action without a reason', 'suspend', { reason: ' ' }, 'INVALID_REQUEST'],
    ['an action that does not apply to users', 'put_settings', {}, 'INVALID_REQUEST'],
    ['an unknown action', 'suspend', { action: 99 }, 'INVALID_REQUEST'],
  ] as const)('refuses %s and records nothing', async (_what, action, values, code) => {
    const { totalCount } = await rig.client.listAuditLog({ ...actor, page: 1 });
    await expect(actOnUser(action, values)).rejects.toMatchObject({ code });
    expect((await rig.client.listAuditLog({ ...actor, page: 1 })).totalCount).toBe(totalCount);
    expect(rig.otherServices.users.get(ADMIN_ID)?.suspended).toBe(false);
  });
});

describe('settings', () => {
  it('replace the current ones and are recorded with both versions', async () => {
    expect(await rig.client.getSettings(actor)).toEqual({ version: 4, plans: DEFAULT_PLANS });
    const larger = structuredClone(DEFAULT_PLANS);
    larger.free.conversions.total = 77;
    const changed = { version: 4, plans: larger, reason: 'a campaign' };
    const answer = await rig.client.putSettings({ ...actor, ...changed });
    expect(answer.version).toBe(5);
    expect((await rig.client.getSettings(actor)).plans).toEqual(larger);
    const entry = { action: 'put_settings', subject: 'settings', outcome: 'done', reason: 'a campaign' };
    expect(await newestEntry()).toMatchObject({
      ...entry,
      oldVersion: 4,
      newVersion: 5,
      subjectUsername: '',
    });
    const stale = rig.client.putSettings({ ...actor, ...changed, plans });
    await expect(stale).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await newestEntry()).toMatchObject({ outcome: 'refused', oldVersion: 4 });
  });

  it('are accepted when their call is repeated after a lost answer', async () => {
    const put = rig.otherServices.usage.putPlans;
    rig.otherServices.usage.putPlans = async (request) => {
      await put(request);
      rig.otherServices.usage.putPlans = put;
      throw new AppError('UNAVAILABLE');
    };
    const answer = await rig.client.putSettings({ ...actor, version: 5, plans, reason: 'it is over' });
    expect(answer.version).toBe(6);
    expect(await newestEntry()).toMatchObject({ outcome: 'done', oldVersion: 5, newVersion: 6 });
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
    const call = rig.client.putSettings({ ...actor, version: 6, plans: wrong, reason: 'why' });
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { [field]: expect.any(String) } },
    });
    expect(rig.otherServices.plans.version).toBe(6);
  });
});
