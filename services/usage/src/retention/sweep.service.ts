import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { priorityEpochStartMs } from '@filemill/queue';
import { Locks } from '@filemill/service';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../config.js';
import { Announcer } from '../conversions/announcer.js';
import { ConversionsRepository } from '../conversions/conversions.repository.js';
import { Endings } from '../endings/endings.js';
import { LaneQueues } from '../lanes/lane-queues.js';
import { UsageMetrics } from '../metrics.js';
import { type OverdueConversion, RetentionRepository, type UnfinishedJob } from './retention.repository.js';

/** An unfinished row that has not changed for this long should have a job. */
const UNCHANGED_MS = 30_000;
/** The first place of a lane; 0 would skip the order completely. */
const FIRST_PRIORITY = 1;
/** Rows that one statement handles. */
const BATCH = 500;

/** Makes ledger and queues consistent again after losses: the ledger is right. */
@Injectable()
export class SweepService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly locks: Locks,
    private readonly retention: RetentionRepository,
    private readonly conversions: ConversionsRepository,
    private readonly endings: Endings,
    private readonly announcer: Announcer,
    private readonly queues: LaneQueues,
    private readonly metrics: UsageMetrics,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** Runs one pass, unless another instance is running it. */
  async run(): Promise<void> {
    await this.locks.tryWith('sweep', async () => {
      await this.endOverdue();
      await this.forgetNames();
      await this.raiseWrappedPriorities();
      await this.requeueLost();
      this.metrics.sweepLastPass.set(this.clock.nowMs() / 1_000);
    });
  }

  private async endOverdue(): Promise<void> {
    const nowMs = this.clock.nowMs();
    for (;;) {
      const rows = await this.retention.overdue(nowMs, BATCH);
      let failures = 0;
      for (const row of rows) if (!(await this.endedOrLogged(row, nowMs))) failures += 1;
      if (rows.length < BATCH || failures > 0) return;
    }
  }

  /** @returns false if it failed: then later rows must not wait for it */
  private async endedOrLogged({ id, lane }: OverdueConversion, nowMs: number): Promise<boolean> {
    const ending = { status: 'failed', code: 'ENGINE_TIMEOUT' } as const;
    try {
      if (await this.endings.end(id, ending, { nowMs, overdue: true }))
        this.metrics.recordSweep(lane, 'timed_out');
      return true;
    } catch (err) {
      if (AppError.from(err).code === 'UNAVAILABLE') throw err;
      this.metrics.recordSweep(lane, 'failed');
      this.logger.error({ err, conversionId: id }, 'could not end');
      return false;
    }
  }

  private async forgetNames(): Promise<void> {
    for (;;) {
      const rows = await this.conversions.eraseDue(this.clock.nowMs(), BATCH);
      for (const row of rows) this.announcer.changed(row);
      if (rows.length < BATCH) return;
    }
  }

  /** Priorities restart every 12 days; older jobs would sort after everything new. */
  private async raiseWrappedPriorities(): Promise<void> {
    const epochStartMs = priorityEpochStartMs(this.clock.nowMs());
    // The queue before the row: if Redis refuses the change, the next pass finds it again.
    for (;;) {
      const rows = await this.retention.acceptedBefore(epochStartMs, BATCH);
      for (const { lane, id } of rows) {
        await this.queues.changePriority(lane, id, FIRST_PRIORITY);
        await this.conversions.setPriority(id, FIRST_PRIORITY);
      }
      if (rows.length < BATCH) return;
    }
  }

  private async requeueLost(): Promise<void> {
    const sinceMs = this.clock.nowMs() - UNCHANGED_MS;
    let last: UnfinishedJob | undefined;
    do {
      // Rows before jobs, so that a job that ends in between is in both readings.
      const rows = await this.retention.unchangedSince(sinceMs, BATCH, last);
      for (const [lane, waiting] of Map.groupBy(rows, (row) => row.lane)) {
        const ids = waiting.map(({ id }) => id);
        const queued = await this.queues.idsWithJob(lane, ids);
        for (const row of waiting.filter(({ id }) => !queued.has(id))) await this.restoreOrLog(lane, row);
      }
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    } while (last);
  }

  private async restoreOrLog(lane: Lane, row: UnfinishedJob): Promise<void> {
    try {
      await this.restore(lane, row);
    } catch (err) {
      // While the store or Redis is unreachable the other rows would fail too.
      if (AppError.from(err).code === 'UNAVAILABLE') throw err;
      this.metrics.recordSweep(lane, 'failed');
      this.logger.error({ err, conversionId: row.id }, 'could not restore');
    }
  }

  private async restore(lane: Lane, row: UnfinishedJob): Promise<void> {
    if (!(await this.store.head(row.inputKey))) {
      const ending = { status: 'failed', code: 'ENGINE_FAILED' } as const;
      const ended = await this.endings.end(row.id, ending, { nowMs: this.clock.nowMs() });
      if (!ended) return;
      this.metrics.recordSweep(lane, 'input_lost');
      this.logger.warn({ conversionId: row.id }, 'ended: job and input are lost');
      return;
    }
    await this.queues.requeue(row);
    this.metrics.recordSweep(lane, 'requeued');
    this.logger.warn({ conversionId: row.id, lane }, 'queued again: its job was lost');
  }
}
