import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { admin } from '@filemill/contracts';
import { startTestService, type TestService } from '@filemill/contracts/testing';
import { createDataSource, revertLastMigration, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { AuditEntry } from '../src/audit-log/audit-entry.entity.js';
import { adminDatabase } from '../src/database.js';
import { startAdmin } from '../src/start.js';

const FIRST_MS = Date.parse('2026-11-21T02:15:00Z');
const uuid = (n: number): string => `0193a5b0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const anEntry = (n: number) => ({
  id: uuid(n),
  actorUserId: uuid(900),
  action: 'suspend',
  subject: uuid(n),
  reason: `reason ${n}`,
  createdAt: new Date(FIRST_MS + n),
});

let postgres: TestPostgres;
let url: string;
let dataSource: DataSource;
let service: TestService<admin.AdminServiceClient>;

const start = () =>
  startTestService<admin.AdminServiceClient>('admin', (runtime, config) =>
    startAdmin(runtime, { ...config, DATABASE_URL: url, DATABASE_POOL_SIZE: 2 }),
  );

beforeAll(async () => {
  postgres = await TestPostgres.start();
  url = await postgres.createService('admin');
  dataSource = await createDataSource(adminDatabase, { url }).initialize();
  await runMigrations(dataSource, 'admin');
  service = await start();
});
afterAll(async () => {
  await service?.close();
  await dataSource?.destroy();
  await postgres?.stop();
});

describe('ListAuditLog', () => {
  it('answers twenty entries a page, newest first, with the number of all', async () => {
    await dataSource.getRepository(AuditEntry).insert(Array.from({ length: 21 }, (_, n) => anEntry(n)));
    const first = await service.client.listAuditLog({ page: 1 });
    expect(first.entries).toHaveLength(20);
    expect(first.totalCount).toBe(21);
    const { createdAt, ...newest } = anEntry(20);
    expect(first.entries[0]).toEqual({ ...newest, createdAtMs: createdAt.getTime() });
    const second = await service.client.listAuditLog({ page: 2 });
    expect(second.entries.map(({ id }) => id)).toEqual([uuid(0)]);
    expect((await service.client.listAuditLog({ page: 3 })).entries).toEqual([]);
  });

  it('refuses page 0 with INVALID_REQUEST and the field', async () => {
    await expect(service.client.listAuditLog({ page: 0 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { page: expect.any(String) } },
    });
  });

  it('refuses a caller that is no service of ours', async () => {
    const call = service.stranger.listAuditLog({ page: 1 });
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is answered when the service is told to stop meanwhile', async () => {
    const stopping = await start();
    const answer = await dataSource.transaction(async (tx) => {
      await tx.query('LOCK TABLE audit_log');
      const waiting = stopping.client.listAuditLog({ page: 1 });
      const isWaiting = async () => (await tx.query('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      while (!(await isWaiting())) await sleep(20);
      return { waiting, stopped: stopping.stop() };
    });
    expect((await answer.waiting).totalCount).toBe(21);
    await answer.stopped;
    await stopping.close();
  });

  it('is UNAVAILABLE while Postgres is away, and works again afterwards', async () => {
    await postgres.crash();
    await expect(service.client.listAuditLog({ page: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await postgres.startAgain();
    expect((await service.client.listAuditLog({ page: 1 })).totalCount).toBe(21);
  });
});

describe('the first migration', () => {
  it('can be taken back and applied again', async () => {
    const fresh = await postgres.freshDataSource(adminDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM audit_log')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(1);
  });
});
