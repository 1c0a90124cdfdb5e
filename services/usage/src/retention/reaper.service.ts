import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { isMinute, minuteOf, minuteStartMs } from '@filemill/product';
import { Locks } from '@filemill/service';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../config.js';
import { UsageMetrics } from '../metrics.js';

/** Objects are due in the minute of S + 58 min, so the hour ends at least two minutes after the start of that minute. */
const HOUR_AFTER_DUE_MS = 120_000;
/** Counting overdue objects stops here: the alert is the same. */
const COUNT_AT_MOST = 10_000;

/**
 * Erases every object and every open upload that is due, known to the ledger or not: only the key decides.
 */
@Injectable()
export class ReaperService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly locks: Locks,
    private readonly metrics: UsageMetrics,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** Runs one pass, unless another instance is running it. */
  async run(): Promise<void> {
    try {
      const isMine = await this.locks.tryWith('reaper', () => this.eraseDue());
      // Another instance has the figures now; ours would become outdated.
      if (!isMine) await this.report([]);
    } catch (error) {
      if (AppError.from(error).code !== 'UNAVAILABLE') throw error;
      // The lock only saves work: without Postgres every instance erases, and files are still erased in time.
      await this.eraseDue();
    }
  }

  private async eraseDue(): Promise<void> {
    const now = minuteOf(this.clock.nowMs());
    const names = await this.store.listTopLevel();
    const unknown = names.filter((name) => !isMinute(name));
    if (unknown.length > 0) this.logger.warn({ count: unknown.length }, 'the store holds what is not ours');
    const due = names.filter((name) => isMinute(name) && name <= now).sort();
    const refused: string[] = [];
    for (const minute of due) if (!(await this.erase(minute))) refused.push(minute);
    await this.report(refused);
    this.metrics.reaperLastPass.set(this.clock.nowMs() / 1_000);
  }

  /** @returns whether everything of the minute is erased */
  private async erase(minute: string): Promise<boolean> {
    try {
      const erased = await this.store.deletePrefix(`${minute}/`);
      const isInTime = this.clock.nowMs() < minuteStartMs(minute) + HOUR_AFTER_DUE_MS;
      this.metrics.reaperErased.inc({ result: isInTime ? 'in_time' : 'late' }, erased);
      return true;
    } catch (err) {
      this.logger.error({ err, minute }, 'could not erase');
      return false;
    }
  }

  private async report(refused: readonly string[]): Promise<void> {
    const [oldest] = refused;
    const lagMs = oldest ? this.clock.nowMs() - minuteStartMs(oldest) : 0;
    this.metrics.reaperLagSeconds.set(lagMs / 1_000);
    this.metrics.reaperOverdueObjects.set(await this.count(refused));
  }

  private async count(minutes: readonly string[]): Promise<number> {
    let count = 0;
    for (const minute of minutes) {
      try {
        for await (const _object of this.store.list(`${minute}/`)) {
          count += 1;
          if (count === COUNT_AT_MOST) return count;
        }
      } catch (err) {
        // At least one, because the minute is listed.
        this.logger.error({ err, minute }, 'could not list');
        count += 1;
      }
    }
    return count;
  }
}
