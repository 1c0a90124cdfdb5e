import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CustomersRepository } from '../customers/customers.repository.js';
import { RevenueRepository } from '../revenue/revenue.repository.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { termsOf } from '../subscriptions/stripe-subscription.js';
import type { Subscription } from '../subscriptions/subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { idOf, toInvoice, toRefund } from '../sync/money.js';

/** By customer (`cus_…`): the invoices and charges that must be read again, in addition to the subscriptions. */
type Differences = Map<string, { invoices: Set<string>; charges: Set<string> }>;

const PAGE = 100;

/** Finds customers whose stored data differs from Stripe's. */
@Injectable()
export class DifferencesService {
  constructor(
    private readonly stripe: StripeApi,
    private readonly customers: CustomersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly revenue: RevenueRepository,
  ) {}

  /** @param sinceMs - earlier invoices and refunds (Unix milliseconds) are not compared */
  async find(sinceMs: number, nowMs: number): Promise<Differences> {
    const differences: Differences = new Map();
    const created = { gte: Math.floor(sinceMs / 1000) };
    await this.stripe.call(async (stripe) => {
      await this.compareSubscriptions(differences, stripe, nowMs);
      const invoices = stripe.invoices.list({ status: 'paid', created, limit: PAGE });
      for await (const page of inPages(invoices, PAGE)) await this.compareInvoices(differences, page);
      const refunds = stripe.refunds.list({ created, limit: PAGE, expand: ['data.charge'] });
      for await (const page of inPages(refunds, PAGE)) await this.compareRefunds(differences, page);
    });
    return differences;
  }

  private async compareSubscriptions(differences: Differences, stripe: Stripe, nowMs: number): Promise<void> {
    const seen = new Set<string>();
    // Without a status Stripe lists all except ended ones.
    for await (const page of inPages(stripe.subscriptions.list({ limit: PAGE }), PAGE)) {
      const rows = await this.subscriptions.findByStripeIds(page.map(({ id }) => id));
      const stored = new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
      for (const one of page) {
        seen.add(one.id);
        const customer = idOf(one.customer);
        if (customer && differs(one, stored.get(one.id), nowMs)) add(differences, customer);
      }
    }
    const lost = (await this.subscriptions.findPaid()).filter(
      (row) => !seen.has(row.stripeSubscriptionId ?? ''),
    );
    const owners = await this.customers.findByUsers(lost.map(({ userId }) => userId));
    for (const { stripeCustomerId } of owners) add(differences, stripeCustomerId);
  }

  private async compareInvoices(differences: Differences, page: readonly Stripe.Invoice[]): Promise<void> {
    const rows = await this.revenue.findInvoices(page.flatMap(({ id }) => id ?? []));
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const one of page) {
      const customer = idOf(one.customer);
      const paid = customer && toInvoice(one, { userId: null, stripeCustomerId: customer });
      if (paid && stored.get(paid.id)?.paidMinor !== paid.paidMinor)
        add(differences, customer).invoices.add(paid.id);
    }
  }

  private async compareRefunds(differences: Differences, page: readonly Stripe.Refund[]): Promise<void> {
    const rows = await this.revenue.findRefunds(page.map(({ id }) => id));
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const one of page) {
      const customer = customerOf(one);
      const refund = customer && toRefund(one, { userId: null, stripeCustomerId: customer });
      if (refund && stored.get(refund.id)?.status !== refund.status)
        add(differences, customer).charges.add(refund.chargeId);
    }
  }
}

/** The customer of a refund; its charge has it if the refund does not. */
const customerOf = ({ customer, charge }: Stripe.Refund): string | undefined =>
  idOf(customer) ?? (charge !== null && typeof charge === 'object' ? idOf(charge.customer) : undefined);

function add(differences: Differences, customer: string) {
  const found = differences.get(customer) ?? { invoices: new Set(), charges: new Set() };
  differences.set(customer, found);
  return found;
}

function differs(one: Stripe.Subscription, stored: Subscription | undefined, nowMs: number): boolean {
  const terms = termsOf(one, nowMs);
  if (!terms) return stored !== undefined;
  if (terms.state !== stored?.state) return true;
  if (terms.state === 'cancelled') return false;
  return (
    terms.expiresAt?.getTime() !== stored.expiresAt?.getTime() ||
    terms.cancelledAt?.getTime() !== stored.cancelledAt?.getTime() ||
    terms.periodEndsAt?.getTime() !== stored.periodEndsAt?.getTime()
  );
}

/** Groups single items, so that one query compares a page. */
async function* inPages<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
