import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createDataSource } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { testRuntime } from '@filemill/platform/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { billingDatabase } from '../src/database.js';
import { LocksRepository } from '../src/locks/locks.repository.js';
import { LocksService } from '../src/locks/locks.service.js';
import { OutboxRepository } from '../src/outbox/outbox.repository.js';
import { StripeEventsRepository } from '../src/stripe-events/stripe-events.repository.js';

let postgres: TestPostgres;
let dataSource: DataSource;
beforeAll(async () => {
  postgres = await TestPostgres.start();
  dataSource = await postgres.freshDataSource(billingDatabase);
});
afterAll(() => postgres?.stop());

describe('LocksService', () => {
  const service = () => new LocksService(new LocksRepository(dataSource), testRuntime('billing'));

  it('lets one at a time work, and frees the lock after a failure', async () => {
    let [inside, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
    };
    const failing = service().with('a', () => Promise.reject(new Error('as a test')));
    await expect(failing).rejects.toThrow('as a test');
    await Promise.all(Array.from({ length: 10 }, () => service().with('a', work)));
    expect(most).toBe(1);
  });

  it('answers what the work did, whether or not the lock can be released', async () => {
    const repository = new LocksRepository(dataSource);
    jest.spyOn(repository, 'release').mockRejectedValue(new Error('Postgres is away'));
    const locks = new LocksService(repository, testRuntime('billing'));
    await expect(locks.with('d', async () => 'done')).resolves.toBe('done');
    const failing = locks.with('e', () => Promise.reject(new Error('as a test')));
    await expect(failing).rejects.toThrow('as a test');
  });

  it('runs what one instance is enough for in one', async () => {
    const ran = await Promise.all(
      Array.from({ length: 5 }, () =>
        service().tryWith('b', 60_000, () => new Promise((resolve) => setTimeout(resolve, 200))),
      ),
    );
    expect(ran.filter(Boolean)).toHaveLength(1);
  });

  it('commits nothing for a holder whose lease has run out', async () => {
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
    const claimed = (await Promise.all(Array.from({ length: 4 }, () => outbox.claim(10, 60_000)))).flat();
    expect(claimed.map(({ payload }) => payload.version)).toEqual([1, 1]);
    expect(await outbox.claim(10, 60_000)).toEqual([]);

    // The first of them was lost with its dispatcher.
    const [lost, done] = claimed;
    await outbox.markDelivered(done?.id ?? '', new Date());
    await outbox.postpone(lost?.id ?? '', 0);
    const next = (await outbox.claim(10, 60_000)).map(({ id, attempts }) => ({ id, attempts }));
    expect(next).toContainEqual({ id: lost?.id, attempts: 2 });
  });
});

describe('what is open in both boxes', () => {
  it('is taken up to the limit, whatever plan the statistics make', async () => {
    const { schema } = dataSource.options as { schema: string };
    // Of these plans a nested loop remains, in which a sub-query runs once for each row.
    for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
      await dataSource.query(`ALTER DATABASE filemill_test SET enable_${way} = off`);
    const other = await createDataSource({ ...billingDatabase, schema }, { url: postgres.url }).initialize();
    const [outbox, events] = [new OutboxRepository(other), new StripeEventsRepository(other)];
    for (let i = 0; i < 5; i++) {
      await other.transaction((tx) =>
        outbox.addSetPlan(tx, new Date(), { userId: randomUUID(), plan: 'pro', version: 1 }),
      );
      const event = { id: `evt_${i}`, type: 'x', objectId: 'x', customerId: null, receivedAt: new Date() };
      await events.add(event);
    }
    expect(await outbox.claim(2, 60_000)).toHaveLength(2);
    expect(await events.claim(2, 60_000)).toHaveLength(2);
    await other.destroy();
  });
});
