import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createDataSource, PATIENT } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { testRuntime } from '@filemill/platform/testing';
import { Locks, type MessageTable } from '@filemill/service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { billingDatabase } from '../src/database.js';
import { FiguresRepository } from '../src/figures/figures.repository.js';
import { OutboxRepository } from '../src/outbox/outbox.repository.js';
import { StripeEventsRepository } from '../src/stripe-events/stripe-events.repository.js';

let postgres: TestPostgres;
let dataSource: DataSource;
beforeAll(async () => {
  postgres = await TestPostgres.start();
  dataSource = await postgres.freshDataSource(billingDatabase);
});
afterAll(() => postgres?.stop());

/** Claims the messages that are due now, with a lease of a minute. */
const claim = <M extends object>(table: MessageTable<M>, limit = 10) =>
  table.claim(limit, new Date(), new Date(Date.now() + 60_000));

describe('Locks', () => {
  const service = () => new Locks(dataSource, testRuntime('billing'));

  it('runs one task at a time and frees the lock after a failure', async () => {
    let [inside, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
    };
    const failing = service().with('a', () => Promise.reject(new Error('a test failure')));
    await expect(failing).rejects.toThrow('a test failure');
    await Promise.all(Array.from({ length: 10 }, () => service().with('a', work)));
    expect(most).toBe(1);
  });

  it('returns the result of the task even if the lock cannot be released', async () => {
    const withoutRelease = Object.create(dataSource) as DataSource;
    withoutRelease.query = (sql: string, parameters?: unknown[]) =>
      sql.startsWith('DELETE')
        ? Promise.reject(new Error('Postgres is unreachable'))
        : dataSource.query(sql, parameters);
    const locks = new Locks(withoutRelease, testRuntime('billing'));
    await expect(locks.with('d', async () => 'done')).resolves.toBe('done');
    const failing = locks.with('e', () => Promise.reject(new Error('a test failure')));
    await expect(failing).rejects.toThrow('a test failure');
  });

  it('runs a task in only one of several instances with tryWith', async () => {
    const ran = await Promise.all(
      Array.from({ length: 5 }, () =>
        service().tryWith('b', () => new Promise((resolve) => setTimeout(resolve, 200))),
      ),
    );
    expect(ran.filter(Boolean)).toHaveLength(1);
  });

  it('refuses to commit for a holder whose lease has expired', async () => {
    const late = service().with('c', async (lock) => {
      await dataSource.query(`UPDATE locks SET held_until = now() - interval '1 s' WHERE name = 'c'`);
      await service().with('c', async (next) => {
        await expect(
          lock.commit((tx) => tx.query(`INSERT INTO runs VALUES ('late', now())`)),
        ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        await next.commit((tx) => tx.query(`INSERT INTO runs VALUES ('in time', now())`));
      });
    });
    await late;
    expect(await dataSource.query('SELECT name FROM runs')).toEqual([{ name: 'in time' }]);
  });
});

describe('OutboxRepository', () => {
  it('gives each message to one dispatcher, the oldest of a user first, and again after its lease', async () => {
    const outbox = new OutboxRepository(dataSource);
    const [a, b] = [randomUUID(), randomUUID()];
    for (const [userId, version] of [
      [a, 1],
      [a, 2],
      [b, 1],
    ] as const)
      await dataSource.transaction((tx) =>
        outbox.addSetPlan(tx, new Date(), { userId, plan: 'pro', version }),
      );
    const claimed = (await Promise.all(Array.from({ length: 4 }, () => claim(outbox)))).flat();
    expect(claimed.map(({ payload }) => payload.version)).toEqual([1, 1]);
    expect(await claim(outbox)).toEqual([]);

    // The dispatcher that claimed the first message has died: its lease ends now.
    const [lost, done] = claimed;
    await outbox.finish([done?.id ?? ''], new Date());
    await outbox.postpone([lost?.id ?? ''], new Date());
    const next = (await claim(outbox)).map(({ id, attempts }) => ({ id, attempts }));
    expect(next).toContainEqual({ id: lost?.id, attempts: 2 });
  });
});

describe('FiguresRepository', () => {
  it('reports the backlogs, the live subscriptions and the revenue of a day', async () => {
    const own = await postgres.freshDataSource(billingDatabase);
    const figures = new FiguresRepository(own);
    const [events, outbox] = [new StripeEventsRepository(own), new OutboxRepository(own)];
    expect([await events.backlog(Date.now()), await outbox.backlog(Date.now())]).toEqual([
      { count: 0, ageSeconds: 0 },
      { count: 0, ageSeconds: 0 },
    ]);
    const [today, before] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-20T23:59:59Z')];
    const event = { type: 'x', objectId: 'x', customerId: null };
    for (const [id, receivedAt] of [
      ['evt_1', today],
      ['evt_2', before],
      ['evt_3', before],
    ] as const)
      await events.add({ ...event, id }, receivedAt);
    await events.finish(['evt_3'], today);
    const ageSeconds = (today.getTime() - before.getTime()) / 1_000;
    expect(await events.backlog(today.getTime())).toEqual({ count: 2, ageSeconds });

    for (const [source, state] of [
      ['stripe', 'active'],
      ['stripe', 'past_due'],
      ['grant', 'cancelled'],
    ])
      await own.query(
        `INSERT INTO subscriptions (id, user_id, source, stripe_subscription_id, state, created_at)
         VALUES ($1, $1, $2, $3, $4, now())`,
        [randomUUID(), source, source === 'stripe' ? `sub_${state}` : null, state],
      );
    expect(await figures.subscriptions()).toEqual(
      expect.arrayContaining([
        { source: 'stripe', state: 'active', count: 1 },
        { source: 'stripe', state: 'past_due', count: 1 },
      ]),
    );

    for (const [id, minor, at] of [
      ['in_1', 1_000, today],
      ['in_2', 1_000, before],
      ['in_3', 500, today],
    ])
      await own.query(`INSERT INTO invoices VALUES ($1, NULL, 'cus_1', $2, 'EUR', $3)`, [id, minor, at]);
    await own.query(
      `INSERT INTO refunds VALUES ('re_1', NULL, 'cus_1', 'ch_1', 200, 'EUR', 'succeeded', $1),
                                  ('re_2', NULL, 'cus_1', 'ch_1', 300, 'EUR', 'failed', $1)`,
      [today],
    );
    expect(await figures.movements(new Date('2026-11-21T00:00:00Z'))).toEqual([
      { movement: 'paid', currency: 'EUR', minor: 1_500 },
      { movement: 'refunded', currency: 'EUR', minor: 200 },
    ]);
  });
});

describe('claiming messages of outbox and inbox', () => {
  it('claims at most the limit with every query plan that Postgres may choose', async () => {
    const { schema } = dataSource.options as { schema: string };
    // Without these plan types Postgres uses a nested loop, which runs a sub-query once for each row.
    for (const method of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
      await dataSource.query(`ALTER DATABASE filemill_test SET enable_${method} = off`);
    const other = await createDataSource(
      { ...billingDatabase, schema },
      { ...PATIENT, url: postgres.url },
    ).initialize();
    const [outbox, events] = [new OutboxRepository(other), new StripeEventsRepository(other)];
    for (let i = 0; i < 5; i++) {
      await other.transaction((tx) =>
        outbox.addSetPlan(tx, new Date(), { userId: randomUUID(), plan: 'pro', version: 1 }),
      );
      const event = { id: `evt_${i}`, type: 'x', objectId: 'x', customerId: null };
      await events.add(event, new Date());
    }
    expect(await claim(outbox, 2)).toHaveLength(2);
    expect(await claim(events, 2)).toHaveLength(2);
    await other.destroy();
  });
});
