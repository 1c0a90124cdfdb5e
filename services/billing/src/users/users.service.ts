import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CustomersRepository } from '../customers/customers.repository.js';
import { EntitlementsRepository } from '../entitlements/entitlements.repository.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import type { Invoice } from '../revenue/payment.entity.js';
import { RevenueRepository } from '../revenue/revenue.repository.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { CustomerSync } from '../sync/customer-sync.js';
import { toInvoice } from '../sync/money.js';

/** Export and erasure of a user's data. */
@Injectable()
export class UsersService {
  private readonly logger: Logger;

  constructor(
    private readonly stripe: StripeApi,
    private readonly sync: CustomerSync,
    private readonly customers: CustomersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly entitlements: EntitlementsRepository,
    private readonly outbox: OutboxRepository,
    private readonly revenue: RevenueRepository,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
  }

  /** Everything stored about a user, as JSON values. */
  async export(userId: string): Promise<object> {
    const customer = await this.customers.find(userId);
    const subscriptions = await this.subscriptions.findAll(userId);
    const { invoices, refunds } = await this.revenue.findOf(userId);
    return {
      customer: customer && {
        stripeCustomerId: customer.stripeCustomerId,
        createdAt: customer.createdAt,
      },
      // The granting administrator is not the user's data.
      subscriptions: subscriptions.map(({ grantedBy, userId: _, ...rest }) => rest),
      invoices: invoices.map(({ userId: _, ...rest }) => rest),
      refunds: refunds.map(({ userId: _, ...rest }) => rest),
    };
  }

  /**
   * Deletes the customer at Stripe, which ends the subscription at once, and everything stored here except the amounts of
   * invoices and refunds. Idempotent.
   *
   * @throws {AppError} UNAVAILABLE while Stripe is unreachable; then nothing is deleted
   */
  async erase(userId: string): Promise<void> {
    await this.sync.withUser(userId, async (lock) => {
      const customer = await this.customers.find(userId);
      const invoices = customer ? await this.deleteAtStripe(customer.stripeCustomerId) : [];
      await lock.commit(async (tx) => {
        await this.revenue.saveInvoices(tx, invoices);
        await this.customers.delete(tx, userId);
        await this.subscriptions.delete(tx, userId);
        await this.entitlements.delete(tx, userId);
        await this.outbox.remove({ userId }, tx);
        await this.revenue.anonymise(tx, userId);
      });
      this.logger.info({ userId }, 'user erased');
    });
  }

  /** @returns the paid invoices, because those without an event yet would be lost with the customer */
  private async deleteAtStripe(customer: string): Promise<Invoice[]> {
    const sessions = await this.stripe.find((stripe) =>
      stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
    );
    for (const { id } of sessions?.data ?? [])
      await this.stripe.find((stripe) => stripe.checkout.sessions.expire(id));
    await this.stripe.find((stripe) => stripe.customers.del(customer));
    const paid = await this.stripe.find((stripe) =>
      stripe.invoices.list({ customer, status: 'paid', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    return (paid ?? []).flatMap(
      (invoice) => toInvoice(invoice, { userId: null, stripeCustomerId: customer }) ?? [],
    );
  }
}
