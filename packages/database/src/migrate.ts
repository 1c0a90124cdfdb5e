import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@filemill/platform';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource, databaseConfig, PATIENT, type ServiceDatabase } from './data-source.js';

/** First half of the advisory lock's key ("mill" in ASCII); the second is the schema's hash. */
const LOCK_CLASS = 0x6d696c6c;
const POLL_MS = 100;

/**
 * Brings the schema up to date. If several processes start at once, one migrates; the others wait, then do nothing.
 *
 * @param dataSource - initialised, with a pool of at least two connections
 * @returns names of the migrations that ran, oldest first
 */
export const runMigrations = (dataSource: DataSource, schema: string): Promise<string[]> =>
  underLock(dataSource, schema, async () => {
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map(({ name }) => name);
  });

/** Reverts the newest applied migration, if there is one. */
export const revertLastMigration = (dataSource: DataSource, schema: string): Promise<void> =>
  underLock(dataSource, schema, () => dataSource.undoLastMigration({ transaction: 'each' }));

/**
 * A service's `migrate.ts`: `node dist/migrate.js` applies what is missing, `node dist/migrate.js down` reverts the
 * newest migration. A failure ends the process with code 1.
 */
export async function migrateFromCommandLine(database: ServiceDatabase): Promise<void> {
  const { DATABASE_URL } = loadConfig(databaseConfig);
  // A migration may take as long as it needs, and waits for another one's lock.
  const dataSource = createDataSource(database, { ...PATIENT, url: DATABASE_URL, poolSize: 2 });
  await dataSource.initialize();
  try {
    if (process.argv[2] === 'down') await revertLastMigration(dataSource, database.schema);
    else {
      const names = await runMigrations(dataSource, database.schema);
      console.log(`${database.schema}: ${names.length ? names.join(', ') : 'schema is up to date'}`);
    }
  } finally {
    await dataSource.destroy();
  }
}

async function underLock<T>(dataSource: DataSource, schema: string, work: () => Promise<T>): Promise<T> {
  const holder = dataSource.createQueryRunner();
  const key = [LOCK_CLASS, schema];
  try {
    while (!(await takes(holder, key))) await sleep(POLL_MS);
    try {
      return await work();
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1, hashtext($2))', key);
    }
  } finally {
    await holder.release();
  }
}

/**
 * Polls for the lock and never blocks on it: a waiting statement holds its snapshot, and an index that another process
 * builds concurrently under this lock would wait for that snapshot.
 */
async function takes(holder: QueryRunner, key: unknown[]): Promise<boolean> {
  const [row]: [{ taken: boolean }] = await holder.query(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
    key,
  );
  return row.taken;
}
