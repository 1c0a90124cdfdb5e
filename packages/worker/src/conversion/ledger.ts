import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls, usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { backOffMs } from '@filemill/platform';

/** The part of the usage service that a worker talks to. */
export type Ledger = Pick<
  Calls<usage.UsageService>,
  'claimAttempt' | 'checkAttempt' | 'settleAttempt' | 'returnAttempt'
>;

const BACK_OFF = { firstMs: 1_000, longestMs: 30_000 };

/** The pause before the next try of a conversion or of a call. @param failures - so far, from 1 */
export const retryDelayMs = (failures: number): number => backOffMs(failures, BACK_OFF);

/**
 * Asks until there is an answer: a result must not be lost because usage is unreachable.
 *
 * @param signal - ends the wait
 * @throws {AppError} an answer that is a final error, or the last error when `signal` aborts
 */
export async function callUntilAnswered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (!AppError.from(error).retry || signal.aborted) throw error;
      // An abort cuts the pause short; then there is one last try.
      await sleep(retryDelayMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
}
