import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '@filemill/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { isRetryable } from './errors.js';

const MAX_RETRIES = 3;
const BACK_OFF = { firstMs: 10, longestMs: 100 };

/** How strictly Postgres separates a transaction from the others. */
type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/**
 * Runs `work` in one transaction and runs it again, up to three times, when Postgres ended it for a deadlock or a
 * serialisation failure. So `work` must touch nothing but the database.
 *
 * @returns what `work` returned, after the commit
 * @throws {AppError} UNAVAILABLE if the database is unreachable; whether a lost commit took place is then unknown
 */
export async function transaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  isolation: Isolation = 'READ COMMITTED',
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      // Naming the default level would cost a round trip.
      if (isolation === 'READ COMMITTED') return await dataSource.transaction(work);
      return await dataSource.transaction(isolation, work);
    } catch (error) {
      if (retry === MAX_RETRIES || !isRetryable(error)) throw error;
      await sleep(backOffMs(retry + 1, BACK_OFF));
    }
  }
}
