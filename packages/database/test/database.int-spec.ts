import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import {
  createDataSource,
  revertLastMigration,
  runMigrations,
  type ServiceDatabase,
  transaction,
} from '../src/index.js';
import { TestPostgres } from '../src/testing.js';

class CreateCounters1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Slow enough that a second process would migrate at the same time without the lock.
    await runner.query('SELECT pg_sleep(0.3)');
    await runner.query('CREATE TABLE counters (id int PRIMARY KEY, value bigint NOT NULL)');
    await runner.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counters');
  }
}
const counters = { entities: [], migrations: [CreateCounters1700000000000] };

/** pg's pool closes connections that are idle for 10 s. */
const IDLE_MS = 12_000;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await TestPostgres.start();
});
afterAll(() => postgres.stop());

const counterOf = async (dataSource: DataSource, id: number): Promise<number> =>
  (await dataSource.query('SELECT value FROM counters WHERE id = $1', [id]))[0].value;

describe('transaction', () => {
  it('loses no increment and commits each when three serialisable transactions conflict', async () => {
    const dataSource = await postgres.freshDataSource(counters);
    let runs = 0;
    const increment = () =>
      transaction(
        dataSource,
        async (tx) => {
          runs++;
          const [{ value }] = await tx.query('SELECT value FROM counters WHERE id = 1');
          await sleep(20);
          await tx.query('UPDATE counters SET value = $1 WHERE id = 1', [value + 1]);
        },
        'SERIALIZABLE',
      );
    await Promise.all([increment(), increment(), increment()]);
    expect(await counterOf(dataSource, 1)).toBe(3);
    expect(runs).toBeGreaterThan(3);
  });

  it('runs the victim of a deadlock again', async () => {
    const dataSource = await postgres.freshDataSource(counters);
    const raise = (first: number, second: number) =>
      transaction(dataSource, async (tx) => {
        await tx.query('UPDATE counters SET value = value + 1 WHERE id = $1', [first]);
        await sleep(100);
        await tx.query('UPDATE counters SET value = value + 1 WHERE id = $1', [second]);
      });
    await Promise.all([raise(1, 2), raise(2, 1)]);
    expect([await counterOf(dataSource, 1), await counterOf(dataSource, 2)]).toEqual([2, 2]);
  });

  it('rolls back and does not try again when the work itself fails', async () => {
    const dataSource = await postgres.freshDataSource(counters);
    let runs = 0;
    const failing = transaction(dataSource, async (tx) => {
      runs++;
      await tx.query('UPDATE counters SET value = 9');
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect([runs, await counterOf(dataSource, 1)]).toEqual([1, 0]);
  });
});

describe('runMigrations', () => {
  const accounts: ServiceDatabase = { schema: 'accounts', ...counters };

  it('migrates once when two start together, and reverts the migration', async () => {
    const url = await postgres.createService('accounts');
    const [one, two] = await Promise.all(
      [1, 2].map(() => createDataSource(accounts, { url, poolSize: 2, statementTimeoutMs: 0 }).initialize()),
    );
    const both = await Promise.all(
      [one, two].map((source) => runMigrations(source as DataSource, 'accounts')),
    );
    expect(both.flat()).toEqual(['CreateCounters1700000000000']);
    expect(await counterOf(one as DataSource, 1)).toBe(0);

    await revertLastMigration(one as DataSource, 'accounts');
    await expect(counterOf(one as DataSource, 1)).rejects.toThrow(/does not exist/);
    await Promise.all([one?.destroy(), two?.destroy()]);
  });
});

describe('setUpRoles', () => {
  it('gives a service no access to other schemas or to public', async () => {
    const url = await postgres.createService('billing');
    const otherUrl = await postgres.createService('admin');
    const billing = await createDataSource({ schema: 'billing', ...counters }, { url }).initialize();
    const admin = await createDataSource({ schema: 'admin', ...counters }, { url: otherUrl }).initialize();
    await runMigrations(billing, 'billing');
    await expect(admin.query('SELECT * FROM billing.counters')).rejects.toThrow(/permission denied/);
    await expect(admin.query('CREATE TABLE public.t ()')).rejects.toThrow(/permission denied/);
    await expect(admin.query('CREATE TEMP TABLE t ()')).rejects.toThrow(/permission denied/);
    await Promise.all([billing.destroy(), admin.destroy()]);
  });
});

describe('createDataSource', () => {
  it('fails with UNAVAILABLE at once while Postgres is unreachable, and reconnects later', async () => {
    const dataSource = await postgres.freshDataSource(counters);
    const running = dataSource.query('SELECT pg_sleep(3)');
    const cut = expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sleep(50);
    await postgres.crash();
    await cut;

    const startedAtMs = Date.now();
    await expect(counterOf(dataSource, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(transaction(dataSource, (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(Date.now() - startedAtMs).toBeLessThan(3_500);

    await postgres.startAgain();
    expect(await counterOf(dataSource, 1)).toBe(0);
  });

  it('keeps two idle connections open', async () => {
    const dataSource = await postgres.freshDataSource(counters);
    const pid = async (): Promise<number> =>
      (await dataSource.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)'))[0].pid;
    const burst = new Set(await Promise.all([pid(), pid(), pid(), pid()]));
    expect(burst.size).toBe(4);
    await sleep(IDLE_MS);
    const later = await Promise.all([pid(), pid()]);
    for (const one of later) expect(burst).toContain(one);
    const [{ count }] = await dataSource.query(
      'SELECT count(*)::int FROM pg_stat_activity WHERE usename = current_user AND pid = ANY($1)',
      [[...burst]],
    );
    expect(count).toBe(2);
  }, 30_000);

  it('ends a statement that takes too long with UNAVAILABLE', async () => {
    const url = await postgres.createService('usage');
    const usage = { schema: 'usage', entities: [], migrations: [] };
    const dataSource = await createDataSource(usage, { url, statementTimeoutMs: 200 }).initialize();
    await expect(dataSource.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await dataSource.destroy();
  });

  it('replaces a connection that no longer answers', async () => {
    const url = await postgres.createService('usage');
    const usage = { schema: 'usage', entities: [], migrations: [] };
    const dataSource = await createDataSource(usage, { url, statementTimeoutMs: 200 }).initialize();
    const [{ pid }] = await dataSource.query('SELECT pg_backend_pid() AS pid');
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(dataSource.query('SELECT 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await dataSource.destroy();
  });

  it('fails with UNAVAILABLE at the start without a server', async () => {
    const dataSource = createDataSource(
      { schema: 'usage', entities: [], migrations: [] },
      { url: 'postgres://a:b@127.0.0.1:9/x' },
    );
    await expect(dataSource.initialize()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
