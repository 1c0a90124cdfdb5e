import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { StripeApi } from '../stripe/stripe-api.js';
import { isOpen, isPaid } from '../subscriptions/stripe-subscription.js';
import { idOf } from './money.js';

/** What to read in addition to a customer's subscriptions. */
export interface ObjectsToRead {
  /** Ids of invoices, `in_…`. */
  readonly invoices?: ReadonlySet<string>;
  /** Ids of charges whose refunds have changed or that are disputed, `ch_…`. */
  readonly charges?: ReadonlySet<string>;
}

/** A customer's current objects at Stripe. */
export interface CustomerSnapshot {
  /** The customer was deleted at Stripe, which ended its subscriptions at once. */
  readonly isGone: boolean;
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly refunds: readonly Stripe.Refund[];
  /** When it was read, Unix milliseconds. */
  readonly readAtMs: number;
}

/** Reads a customer's current state from Stripe; the content of events is not used. */
@Injectable()
export class CustomerReader {
  private readonly clock: Clock;

  constructor(
    private readonly stripe: StripeApi,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /**
   * @returns undefined for a customer that Stripe has never known, as with the key of another account
   * @throws {AppError} UNAVAILABLE while Stripe is unreachable
   */
  async read(
    customerId: string,
    { invoices = new Set(), charges = new Set() }: ObjectsToRead = {},
  ): Promise<CustomerSnapshot | undefined> {
    const customer = await this.stripe.find((stripe) => stripe.customers.retrieve(customerId));
    if (!customer) return undefined;
    const isGone = customer.deleted === true;
    return {
      isGone,
      subscriptions: isGone ? [] : await this.subscriptions(customerId),
      invoices: await this.invoices(invoices),
      refunds: (await Promise.all([...charges].map((charge) => this.refunds(charge)))).flat(),
      readAtMs: this.clock.nowMs(),
    };
  }

  /**
   * The customer of a charge.
   *
   * @returns undefined for a charge without a customer, or that Stripe does not know
   * @throws {AppError} UNAVAILABLE while Stripe is unreachable
   */
  async customerOfCharge(chargeId: string): Promise<string | undefined> {
    const charge = await this.stripe.find((stripe) => stripe.charges.retrieve(chargeId));
    return idOf(charge?.customer);
  }

  private async subscriptions(customer: string): Promise<Stripe.Subscription[]> {
    const all = await this.stripe.call((stripe) =>
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    if (!all.some(isPaid)) return all;
    // Bought while an older one was unpaid: the old one must never collect again.
    return Promise.all(all.map((one) => (isOpen(one) ? this.end(one) : one)));
  }

  private end({ id }: Stripe.Subscription): Promise<Stripe.Subscription> {
    return this.stripe.call((stripe) => stripe.subscriptions.cancel(id));
  }

  private async invoices(ids: ReadonlySet<string>): Promise<Stripe.Invoice[]> {
    const read = [...ids].map((id) => this.stripe.find((stripe) => stripe.invoices.retrieve(id)));
    return (await Promise.all(read)).filter((invoice) => invoice !== undefined);
  }

  private async refunds(charge: string): Promise<Stripe.Refund[]> {
    const refunds = await this.stripe.find((stripe) =>
      stripe.refunds.list({ charge, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    return refunds ?? [];
  }
}
