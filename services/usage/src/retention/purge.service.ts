import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Locks } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { IdempotencyRepository } from '../conversions/idempotency.repository.js';
import { FailedWorkRepository } from '../lanes/failed-work.repository.js';
import { QuotasRepository } from '../quotas/quotas.repository.js';
import { RetentionRepository } from './retention.repository.js';

/** How long a conversion's row is kept, without names, and its user's sums of the day. */
const LEDGER_MONTHS = 12;
/** Counters are kept while a conversion of their period can still be released, with a wide margin. */
const COUNTER_MS = 2 * 24 * 3_600_000;
/** How long uploads of a deleted user are refused; an upload in progress has ended by then. */
const ERASED_USER_MS = 3_600_000;
/** Rows that one statement deletes or checks, far below what its 4 s allow. */
const BATCH = 5_000;

/**
 * Deletes rows of the ledger after 12 months, counters after their period, failed work after a day, and expired
 * idempotency keys.
 */
@Injectable()
export class PurgeService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly locks: Locks,
    private readonly retention: RetentionRepository,
    private readonly counters: QuotasRepository,
    private readonly keys: IdempotencyRepository,
    private readonly failedWork: FailedWorkRepository,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** Runs one pass, unless another instance is running it. */
  async run(): Promise<void> {
    await this.locks.tryWith('purge', async () => {
      const nowMs = this.clock.nowMs();
      const before = new Date(nowMs);
      before.setUTCMonth(before.getUTCMonth() - LEDGER_MONTHS);
      const beforeMs = before.getTime();
      await this.inBatches('counters', () => this.counters.purge(nowMs - COUNTER_MS, BATCH));
      await this.inBatches('ledger', () => this.retention.purgeLedger(beforeMs, BATCH));
      await this.inBatches('days', () => this.retention.purgeUserDays(beforeMs, BATCH));
      await this.inBatches('keys', () => this.keys.purge(nowMs, BATCH));
      await this.inBatches('failed work', () => this.failedWork.purge(nowMs, BATCH));
      let after: string | undefined;
      await this.inBatches('histories', async () => {
        const page = await this.retention.purgeHistories(nowMs - ERASED_USER_MS, BATCH, after);
        after = page.last;
        return page.looked;
      });
    });
  }

  /** A failed one is retried by the next pass; the others must not wait for it. */
  private async inBatches(what: string, batch: () => Promise<number>): Promise<void> {
    try {
      while ((await batch()) === BATCH);
    } catch (err) {
      this.logger.error({ err, what }, 'could not purge');
    }
  }
}
