import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isRetryable } from './errors.js';

const MAX_RETRIES = 3;
/** First pause before a retry; it doubles, and half of it is random so that two rivals do not meet again. */
const FIRST_PAUSE_MS = 10;

/** How strictly Postgres separates a transaction from the others. */
export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/**
 * Runs `work` in one transaction and runs it again, up to three times, when Postgres ended it for a deadlock or a
 * serialisation failure. So `work` must touch nothing but the database.
 *
 * @returns what `work` returned, after the commit
 * @throws {AppError} UNAVAILABLE if the database is away; whether a lost commit took place is then unknown
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
      const pauseMs = FIRST_PAUSE_MS * 2 ** retry;
      await sleep(pauseMs / 2 + Math.random() * (pauseMs / 2));
    }
  }
}
