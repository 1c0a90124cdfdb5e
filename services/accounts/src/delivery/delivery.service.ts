import { type billing, createServiceClient, ServiceTokens, type usage } from '@filemill/contracts';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import { Mailer } from '../mail/mailer.js';
import { AccountsMetrics } from '../metrics.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import type { Receiver } from '../outbox/outbox-message.js';
import { ResetLinks } from '../resets/reset-links.js';
import { UsersRepository } from '../users/users.repository.js';
import { BillingRoute } from './billing.route.js';
import { Dispatcher } from './dispatcher.js';
import { MailRoute } from './mail.route.js';
import { UsageRoute } from './usage.route.js';

/** Delivers the messages of the outbox. A receiver that is unreachable does not delay the others. */
@Injectable()
export class DeliveryService implements OnApplicationShutdown {
  private readonly clients: readonly { close(): void }[];
  private readonly dispatchers: Readonly<Record<Receiver, { run(): Promise<void> }>>;

  constructor(
    outbox: OutboxRepository,
    metrics: AccountsMetrics,
    mailer: Mailer,
    users: UsersRepository,
    links: ResetLinks,
    @Inject(ACCOUNTS_CONFIG) config: AccountsConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    const tokens = new ServiceTokens(config.SERVICE_TOKEN_SECRET, runtime.service);
    const usage = createServiceClient<usage.UsageService>('usage', config.USAGE_ADDRESS, tokens);
    const billing = createServiceClient<billing.BillingService>('billing', config.BILLING_ADDRESS, tokens);
    this.clients = [usage, billing];
    const mail = new MailRoute(mailer, users, links, config, runtime.clock);
    this.dispatchers = {
      usage: new Dispatcher(new UsageRoute(usage), outbox, metrics, runtime),
      billing: new Dispatcher(new BillingRoute(billing), outbox, metrics, runtime),
      mail: new Dispatcher(mail, outbox, metrics, runtime),
    };
  }

  /** Delivers what is due to one receiver. */
  run(receiver: Receiver): Promise<void> {
    return this.dispatchers[receiver].run();
  }

  onApplicationShutdown(): void {
    for (const client of this.clients) client.close();
  }
}
