import { setTimeout as sleep } from 'node:timers/promises';
import type { Promised, usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';

/** The part of the usage service that a worker talks to. */
export type Ledger = Pick<
  Promised<usage.UsageServiceClient>,
  'claimAttempt' | 'checkAttempt' | 'settleAttempt' | 'returnAttempt'
>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How long to wait before the next try: doubling from 1 s to 30 s, of which a random half is dropped so that workers that
 * failed together do not come back together.
 *
 * @param failures - so far, from 1
 */
export function backoffMs(failures: number): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return pauseMs * (0.5 + Math.random() / 2);
}

/**
 * Asks until there is an answer: what was already done must not be lost because the one to be told is away.
 *
 * @param signal - ends the wait
 * @throws {AppError} an answer that is an error and not worth another try, or the last one when `signal` aborts
 */
export async function askUntilAnswered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (!AppError.from(error).retry || signal.aborted) throw error;
      // An abort cuts the pause short; then there is one last try.
      await sleep(backoffMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
}
