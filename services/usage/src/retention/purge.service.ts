import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Locks, purgeAll } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { IdempotencyRepository } from '../conversions/idempotency.repository.js';
import { FailedWorkRepository } from '../lanes/failed-work.repository.js';
import { QuotasRepository } from '../quotas/quotas.repository.js';
import { RetentionRepository } from './retention.repository.js';

/** A conversion's row is kept this long, without names, and so are the sums of its user's day. */
const LEDGER_MONTHS = 12;
/** Counters are kept while a conversion of their period can still be released, with a wide margin. */
const COUNTER_MS = 2 * 24 * 3_600_000;
/** How long uploads of a deleted user are kept out; one that was under way has ended by then. */
const ERASED_USER_MS = 3_600_000;

/** Removes rows of the ledger after 12 months, counters whose period is over, failed work of a day ago, and idempotency keys that have lapsed. */
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

  /** One pass, unless another instance is at it. */
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
