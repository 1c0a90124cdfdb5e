import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Locks, purgeAll } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { BillingMetrics } from '../metrics.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { StripeEventsRepository } from '../stripe-events/stripe-events.repository.js';
import { CustomerSync } from '../sync/customer-sync.js';
import { DifferencesService } from './differences.service.js';
import { RunsRepository } from './runs.repository.js';

const NAME = 'reconciliation';
const DAY_MS = 24 * 3_600_000;
/** Hour of the day, UTC, with few purchases. */
const HOUR = 3;
/**
 * Invoices and refunds are compared for this long: Stripe sends an event for 3 days, and retries payments for some
 * weeks.
 */
const WINDOW_MS = 30 * DAY_MS;
/** Inbox and outbox keep processed rows as long as technical logs are kept. */
const KEEP_MS = 30 * DAY_MS;

/** Compares everything with Stripe every night, in one instance, and reads again what differs. */
@Injectable()
export class ReconciliationService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly locks: Locks,
    private readonly runs: RunsRepository,
    private readonly stripe: StripeApi,
    private readonly differences: DifferencesService,
    private readonly customers: CustomerSync,
    private readonly events: StripeEventsRepository,
    private readonly outbox: OutboxRepository,
    private readonly metrics: BillingMetrics,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.logger = logger;
  }

  /** Runs once after each 03:00 UTC, unless another instance is running it or payment is off. */
  async runIfDue(): Promise<void> {
    if (!this.stripe.isOn || !(await this.isDue())) return;
    await this.locks.tryWith(NAME, async () => {
      if (await this.isDue()) await this.run();
    });
  }

  private async isDue(): Promise<boolean> {
    const nowMs = this.clock.nowMs();
    const lastMs = await this.runs.lastMs(NAME);
    const dueMs = Math.floor((nowMs - HOUR * 3_600_000) / DAY_MS) * DAY_MS + HOUR * 3_600_000;
    return lastMs === undefined || lastMs < dueMs;
  }

  /** One comparison. @throws {AppError} UNAVAILABLE while Stripe is unreachable: the loop tries again */
  async run(): Promise<void> {
    const nowMs = this.clock.nowMs();
    const differences = await this.differences.find(nowMs - WINDOW_MS, nowMs);
    for (const [customerId, reading] of differences) {
      try {
        if (!(await this.customers.sync(customerId, reading))) continue;
        this.metrics.reconciled.inc();
        this.logger.warn({ customerId }, 'corrected: no event had reported a change at Stripe');
      } catch (err) {
        // The others must not wait for it; tomorrow's run or its next event finds it again.
        this.logger.error({ err, customerId }, 'could not be read again');
      }
    }
    // Recorded first, so that a failed deletion does not cause everything to be compared again.
    await this.runs.save(NAME, new Date(nowMs));
    this.metrics.reconciliationLastRun.set(nowMs / 1000);
    const before = new Date(nowMs - KEEP_MS);
    await purgeAll('inbox', (limit) => this.events.purge(before, limit), this.logger);
    await purgeAll('outbox', (limit) => this.outbox.purge(before, limit), this.logger);
  }
}
