import type { usage } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ConversionsService } from '../acceptance/conversions.service.js';
import { OBJECT_STORE } from '../config.js';
import { firstIdAt } from '../conversions/lifetime.js';
import { UserDaysRepository } from '../history/user-days.repository.js';
import { TOTAL_CATEGORY, UNFINISHED_CATEGORY } from '../quotas/charges.js';
import { OwnersRepository, type UnerasedConversion } from './owners.repository.js';

/** Older conversions have no files, because the reaper erases them after an hour. */
const FILES_MS = 24 * 3_600_000;
/** Conversions that are erased at the same time. */
const BATCH = 10;
/** Rows that one statement deletes. */
const ROWS = 5_000;

/** A page stays far below the 4 MB of a gRPC message. */
const KEYS_PER_PAGE = 1_000;
/** Before every stored day. */
const FIRST_DAY = '2000-01-01';

/**
 * Cancels, erases or exports the data of a user. A cancellation and an erasure may be repeated after any failure and continue
 * where they stopped: a row counts as erased only after its files are.
 */
@Injectable()
export class OwnersService {
  private readonly clock: Clock;

  constructor(
    private readonly owners: OwnersRepository,
    private readonly userDays: UserDaysRepository,
    private readonly conversions: ConversionsService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Cancels unfinished conversions and erases their files; finished ones stay.
   *
   * @throws {AppError} UNAVAILABLE
   */
  async cancel(userId: string): Promise<void> {
    await this.eraseFiles(userId, 'stopped');
  }

  /**
   * Deletes everything of a user, except a mark that refuses uploads in progress for an hour.
   *
   * @throws {AppError} UNAVAILABLE
   */
  async erase(userId: string): Promise<void> {
    await this.owners.close(userId, this.clock.nowMs());
    await this.eraseFiles(userId, 'all');
    while ((await this.owners.forgetConversions(userId, ROWS)) === ROWS);
    await this.owners.forgetCounters(userId);
  }

  private async eraseFiles(userId: string, which: 'all' | 'stopped'): Promise<void> {
    const firstId = firstIdAt(this.clock.nowMs() - FILES_MS);
    for (;;) {
      const rows = await this.owners.unerased(userId, which, firstId, BATCH);
      await Promise.all(rows.map((row) => this.eraseOne(row, which)));
      if (rows.length < BATCH) return;
    }
  }

  private async eraseOne(
    { id, keyPrefix, status }: UnerasedConversion,
    which: 'all' | 'stopped',
  ): Promise<void> {
    const cancelled = await this.conversions.cancel(id);
    const hasEndedMeanwhile = !cancelled && status !== 'cancelled';
    if (which === 'stopped' && hasEndedMeanwhile) return;
    await this.store.deletePrefix(keyPrefix);
    await this.conversions.forget(id);
  }

  /**
   * What this service stores about a user besides conversions.
   *
   * @param afterKey - last key of the page before; without one the first page, which alone contains more than keys
   */
  async export(userId: string, afterKey: string | undefined): Promise<usage.ExportOwnerResponse> {
    const isFirst = afterKey === undefined;
    const [counters, failedWork, days, keys] = await Promise.all([
      isFirst ? this.owners.counters(userId) : [],
      isFirst ? this.owners.failedWork(userId) : [],
      isFirst ? this.userDays.since(userId, FIRST_DAY) : [],
      this.owners.keys(userId, afterKey ?? '', KEYS_PER_PAGE),
    ]);
    return {
      counters: counters.flatMap(({ category, ...counter }) =>
        category === UNFINISHED_CATEGORY
          ? []
          : [{ ...counter, category: category === TOTAL_CATEGORY ? undefined : category }],
      ),
      unfinished: counters.find(({ category }) => category === UNFINISHED_CATEGORY)?.used,
      failedWork: failedWork.map(({ hour, engineMs }) => ({ hourBeginsAtMs: hour.getTime(), engineMs })),
      days,
      keys: keys.map(({ createdAt, ...key }) => ({ ...key, createdAtMs: createdAt.getTime() })),
    };
  }
}
