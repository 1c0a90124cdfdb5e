import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { createOutboxWorker, type Delivery, type MessageWorker, type StoredMessage } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { BillingMetrics } from '../metrics.js';
import { OutboxRepository, type SetPlanMessage } from './outbox.repository.js';

/** Sends messages to accounts, at least once and in order for each user, until accounts confirms them. */
@Injectable()
export class OutboxService {
  private readonly worker: MessageWorker<SetPlanMessage>;

  constructor(
    outbox: OutboxRepository,
    metrics: BillingMetrics,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    const receiver = {
      name: 'accounts',
      atOnce: 20,
      // Longer than a call with its retry takes.
      leaseMs: 20_000,
      longestPauseMs: 60_000,
      deliver: (message: StoredMessage<SetPlanMessage>) => this.deliver(message),
    };
    this.worker = createOutboxWorker(outbox, receiver, metrics.outbox, runtime);
  }

  /** Delivers all messages that are due. */
  async run(): Promise<void> {
    await this.worker.run();
  }

  private async deliver({ payload }: SetPlanMessage): Promise<Delivery> {
    try {
      await this.accounts.setPlan(payload);
      return 'delivered';
    } catch (error) {
      // A user who was deleted meanwhile has no plan.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return 'dropped';
      throw error;
    }
  }
}
