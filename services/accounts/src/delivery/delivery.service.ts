import { BILLING, type BillingClient, USAGE, type UsageClient } from '@filemill/contracts';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { createOutboxWorker } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import { Mailer } from '../mail/mailer.js';
import { AccountsMetrics } from '../metrics.js';
import { OutboxRepository, RECEIVERS, type Receiver } from '../outbox/outbox.repository.js';
import { ResetLinks } from '../resets/reset-links.js';
import { UsersRepository } from '../users/users.repository.js';
import { BillingReceiver, MailReceiver, UsageReceiver } from './receivers.js';

/** Delivers the messages of the outbox. A receiver that is unreachable does not delay the others. */
@Injectable()
export class DeliveryService {
  private readonly workers: Readonly<Record<Receiver, { run(): Promise<number> }>>;

  constructor(
    outbox: OutboxRepository,
    metrics: AccountsMetrics,
    mailer: Mailer,
    users: UsersRepository,
    links: ResetLinks,
    @Inject(USAGE) usage: UsageClient,
    @Inject(BILLING) billing: BillingClient,
    @Inject(ACCOUNTS_CONFIG) config: AccountsConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    const mail = new MailReceiver(mailer, users, links, config, runtime.clock);
    this.workers = {
      usage: createOutboxWorker(outbox.usage, new UsageReceiver(usage), metrics.outbox, runtime),
      billing: createOutboxWorker(outbox.billing, new BillingReceiver(billing), metrics.outbox, runtime),
      mail: createOutboxWorker(outbox.mail, mail, metrics.outbox, runtime),
    };
    metrics.shared.readBy(async () => {
      const nowMs = runtime.clock.nowMs();
      const figures = RECEIVERS.map(async (receiver) =>
        metrics.outbox.figures(receiver, await outbox[receiver].backlog(nowMs)),
      );
      return (await Promise.all(figures)).flat();
    });
  }

  /** Delivers the messages that are due to one receiver. */
  async run(receiver: Receiver): Promise<void> {
    await this.workers[receiver].run();
  }
}
