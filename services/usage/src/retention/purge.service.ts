import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { IdempotencyRepository } from '../conversions/idempotency.repository.js';
import { QuotasRepository } from '../quotas/quotas.repository.js';
import { LocksRepository } from './locks.repository.js';
import { RetentionRepository } from './retention.repository.js';

/** A conversion's row is kept this long, without names, and so are the sums of its user's day. */
const LEDGER_MONTHS = 12;
/** Counters are kept while a conversion of their period can still be released, with a wide margin. */
const COUNTER_MS = 2 * 24 * 3_600_000;
/** How long uploads of a deleted user are kept out; one that was under way has ended by then. */
const ERASED_USER_MS = 3_600_000;
const BATCH = 5_000;

/** Removes rows of the ledger after 12 months, counters whose period is over, and idempotency keys that have lapsed. */
@Injectable()
export class PurgeService {
  private readonly clock: Clock;

  constructor(
    private readonly locks: LocksRepository,
    private readonly retention: RetentionRepository,
    private readonly counters: QuotasRepository,
    private readonly keys: IdempotencyRepository,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /** One pass, unless another instance is at it. */
  async run(): Promise<void> {
    await this.locks.tryWith('purge', async () => {
      const nowMs = this.clock.nowMs();
      await this.counters.purge(nowMs - COUNTER_MS);
      const before = new Date(nowMs);
      before.setUTCMonth(before.getUTCMonth() - LEDGER_MONTHS);
      const beforeMs = before.getTime();
      while ((await this.retention.purgeLedger(beforeMs, BATCH)) === BATCH);
      while ((await this.retention.purgeUserDays(beforeMs, BATCH)) === BATCH);
      while ((await this.keys.purge(nowMs, BATCH)) === BATCH);
      await this.retention.purgeHistories(nowMs - ERASED_USER_MS);
    });
  }
}
