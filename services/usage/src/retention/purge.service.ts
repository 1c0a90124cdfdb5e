import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Locks, purgeAll } from '@filemill/service';
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
      await purgeAll('counters', (limit) => this.counters.purge(nowMs - COUNTER_MS, limit), this.logger);
      await purgeAll('ledger', (limit) => this.retention.purgeLedger(beforeMs, limit), this.logger);
      await purgeAll('days', (limit) => this.retention.purgeUserDays(beforeMs, limit), this.logger);
      await purgeAll('keys', (limit) => this.keys.purge(nowMs, limit), this.logger);
      await purgeAll('failed work', (limit) => this.failedWork.purge(nowMs, limit), this.logger);
      let after: string | undefined;
      const histories = async (limit: number): Promise<number> => {
        const page = await this.retention.purgeHistories(nowMs - ERASED_USER_MS, limit, after);
        after = page.last;
        return page.looked;
      };
      await purgeAll('histories', histories, this.logger);
    });
  }
}
