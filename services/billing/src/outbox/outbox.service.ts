import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { backOffMs, type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type OpenMessage, OutboxRepository } from './outbox.repository.js';

/** Simultaneous deliveries. */
const BATCH = 20;
/** Longer than a call with its retry takes. */
const LEASE_MS = 20_000;
const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/** Sends messages to accounts, at least once and in order for each user, until accounts confirms them. */
@Injectable()
export class OutboxService {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly outbox: OutboxRepository,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.logger = logger;
  }

  /** Delivers all messages that are due. */
  async run(): Promise<void> {
    for (;;) {
      const messages = await this.outbox.claim(BATCH, LEASE_MS);
      if (messages.length === 0) return;
      await Promise.all(messages.map((message) => this.deliverOrPostpone(message)));
    }
  }

  private async deliverOrPostpone(message: OpenMessage): Promise<void> {
    try {
      await this.deliver(message);
      await this.outbox.markDelivered(message.id, new Date(this.clock.nowMs()));
    } catch (err) {
      this.logger.warn({ err, messageId: message.id, attempts: message.attempts }, 'not delivered');
      await this.outbox.postpone(message.id, backOffMs(message.attempts, BACK_OFF));
    }
  }

  private async deliver({ id, payload }: OpenMessage): Promise<void> {
    try {
      await this.accounts.setPlan(payload);
    } catch (error) {
      // A user who was deleted meanwhile has no plan.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      this.logger.info({ messageId: id }, 'dropped: accounts does not know the user');
    }
  }
}
