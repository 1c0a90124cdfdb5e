import { USAGE, type UsageClient } from '@filemill/contracts';
import { type PlansView, planTableSchema } from '@filemill/plans';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';

/** From this age on the table is read again, while callers still get the old one. */
const FRESH_MS = 15_000;
/** From this age on callers wait for the new one, so that a changed table is visible everywhere within 60 s. */
const STALE_MS = 40_000;
/** Pause after an error, in which nobody waits. */
const RETRY_MS = 5_000;
const DEADLINE_MS = 1_000;

/** The current plan table. */
@Injectable()
export class PlanTables {
  private readonly logger: Logger;
  private last: { view: PlansView; readAtMs: number } | undefined;
  private reading: Promise<void> | undefined;
  private retryAtMs = 0;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /** The last known one while usage does not answer. @throws {AppError} UNAVAILABLE if there is none yet */
  async get(): Promise<PlansView> {
    if (!this.last) await this.read();
    if (!this.last) throw new TypeError('a table that was read is kept');
    const nowMs = performance.now();
    const ageMs = nowMs - this.last.readAtMs;
    if (ageMs >= FRESH_MS && nowMs >= this.retryAtMs) {
      const reading = this.read().catch((err: unknown) => {
        this.retryAtMs = performance.now() + RETRY_MS;
        this.logger.warn({ err }, 'the plan table is an old one');
      });
      if (ageMs >= STALE_MS) await reading;
    }
    return this.last.view;
  }

  /** One read for all who wait for it. */
  private read(): Promise<void> {
    this.reading ??= this.ask().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async ask(): Promise<void> {
    const readAtMs = performance.now();
    const { version, plans } = await this.usage.getPlans({}, { deadlineMs: DEADLINE_MS });
    this.last = { view: { version, plans: planTableSchema.parse(plans) }, readAtMs };
  }
}
