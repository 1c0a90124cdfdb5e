import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { revertLastMigration, runMigrations } from '@filemill/database';
import type { AuditAction } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditEntry } from '../src/audit-entries/audit-entry.entity.js';
import { adminDatabase } from '../src/database.js';
import { ADMIN_ID, anId, NOW_MS, USER_ID, uuid } from './support/fake-services.js';
import { Rig } from './support/rig.js';

const anEntry = (n: number) => ({
  id: uuid(n),
  actorUserId: ADMIN_ID,
  action: 'suspend' as AuditAction,
  subject: USER_ID,
  reason: `reason ${n}`,
  outcome: 'done' as const,
  createdAt: new Date(NOW_MS + n),
});
const list = { actorUserId: ADMIN_ID, page: 1 };

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
  const entries = Array.from({ length: 21 }, (_, n) => anEntry(n));
  await rig.dataSource.getRepository(AuditEntry).insert(entries);
});
afterAll(() => rig?.stop());

describe('ListAuditLog', () => {
  it('returns pages of twenty entries, newest first, with names and the total count', async () => {
    const first = await rig.client.listAuditLog(list);
    expect(first.entries).toHaveLength(20);
    expect(first.totalCount).toBe(21);
    const { createdAt, ...newest } = anEntry(20);
    expect(first.entries[0]).toEqual({
      ...newest,
      createdAtMs: createdAt.getTime(),
      actorUsername: 'root',
      subjectUsername: 'ada',
    });
    const second = await rig.client.listAuditLog({ ...list, page: 2 });
    expect(second.entries.map(({ id }) => id)).toEqual([uuid(0)]);
    expect((await rig.client.listAuditLog({ ...list, page: 3 })).entries).toEqual([]);
  });

  it('answers and counts the entries of one action alone', async () => {
    const settings = { ...anEntry(30), action: 'put_settings' as const, createdAt: new Date(NOW_MS - 1) };
    await rig.dataSource.getRepository(AuditEntry).insert(settings);
    const { entries, totalCount } = await rig.client.listAuditLog({ ...list, action: 'put_settings' });
    expect([entries.map(({ id }) => id), totalCount]).toEqual([[settings.id], 1]);
    await rig.dataSource.getRepository(AuditEntry).delete(settings.id);
  });

  it('refuses page 0 with INVALID_REQUEST and the field', async () => {
    await expect(rig.client.listAuditLog({ ...list, page: 0 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { page: expect.any(String) } },
    });
  });

  it('answers a call that is running when the service is told to stop', async () => {
    const stopping = await rig.startService();
    const answer = await rig.dataSource.transaction(async (tx) => {
      await tx.query('LOCK TABLE audit_log');
      const waiting = stopping.client.listAuditLog(list);
      const isWaiting = async () => (await tx.query('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      while (!(await isWaiting())) await sleep(20);
      return { waiting, stopped: stopping.stop() };
    });
    expect((await answer.waiting).totalCount).toBe(21);
    await answer.stopped;
    await stopping.close();
  });

  it('answers UNAVAILABLE while Postgres is unreachable and works again afterwards', async () => {
    await rig.postgres.crash();
    await expect(rig.client.listAuditLog(list)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const about = { id: anId(), actorUserId: ADMIN_ID, userId: USER_ID, reason: 'spam' };
    await expect(rig.client.actOnUser({ ...about, action: 'suspend' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(rig.otherServices.users.get(USER_ID)?.suspended).toBe(false); // no action without an audit entry
    await rig.postgres.startAgain();
    expect((await rig.client.listAuditLog(list)).totalCount).toBe(21);
  });
});

describe('ExportUser', () => {
  it('returns the entries about a user who is not an administrator, without the administrator’s identity', async () => {
    const { entries } = await rig.client.exportUser({ userId: USER_ID, page: 1 });
    expect(entries).toHaveLength(21);
    const { actorUserId: _, subject: __, createdAt, ...oldest } = anEntry(0);
    expect(entries[0]).toEqual({ ...oldest, role: 'subject', createdAtMs: createdAt.getTime() });
    expect((await rig.client.exportUser({ userId: USER_ID, page: 2 })).entries).toEqual([]);
  });

  it('returns to an administrator what they did, and to anybody else nothing', async () => {
    const { entries } = await rig.client.exportUser({ userId: ADMIN_ID, page: 1 });
    expect(entries.map(({ role }) => role)).toEqual(Array(21).fill('actor'));
    expect((await rig.client.exportUser({ userId: uuid(99), page: 1 })).entries).toEqual([]);
  });
});

describe('the migrations', () => {
  it('can be reverted and applied again', async () => {
    const fresh = await rig.postgres.freshDataSource(adminDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    for (const _ of adminDatabase.migrations) await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM audit_log')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(adminDatabase.migrations.length);
  });
});
