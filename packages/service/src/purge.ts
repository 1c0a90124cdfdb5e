import type { Logger } from '@filemill/platform';

/** Rows that one statement removes or looks at, far below what its 4 s allow. */
const PURGE_BATCH = 5_000;

/**
 * Removes rows, a batch at a time, until a batch is not full. A failure is logged: the next run tries again, and other
 * purges do not wait for this one.
 *
 * @param what - name of the rows, for the log
 * @param purgeBatch - removes up to `limit` rows and returns how many it looked at
 */
export async function purgeAll(
  what: string,
  purgeBatch: (limit: number) => Promise<number>,
  logger: Logger,
): Promise<void> {
  try {
    while ((await purgeBatch(PURGE_BATCH)) === PURGE_BATCH);
  } catch (err) {
    logger.error({ err, what }, 'could not purge');
  }
}
