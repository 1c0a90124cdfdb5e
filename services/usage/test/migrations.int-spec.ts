import 'reflect-metadata';
import { createDataSource, PATIENT, revertLastMigration, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usageDatabase } from '../src/database.js';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await TestPostgres.start();
});
afterAll(() => postgres?.stop());

describe('each migration', () => {
  it('can be reverted and applied again', async () => {
    const fresh = await postgres.freshDataSource(usageDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    for (const _ of usageDatabase.migrations) await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM counters')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(usageDatabase.migrations.length);
    expect(
      await fresh.query(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema AND indexname = 'counters_by_end'`,
      ),
    ).not.toEqual([]);
  });

  it('is applied once when several instances start together', async () => {
    const url = await postgres.createService('usage');
    const instances = await Promise.all(
      Array.from({ length: 3 }, () => createDataSource(usageDatabase, { ...PATIENT, url }).initialize()),
    );
    const applied = await Promise.all(instances.map((one) => runMigrations(one, usageDatabase.schema)));
    expect(applied.map(({ length }) => length).sort()).toEqual([0, 0, usageDatabase.migrations.length]);
    await Promise.all(instances.map((one) => one.destroy()));
  });
});
