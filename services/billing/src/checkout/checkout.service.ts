import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import type { HeldLock } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { CustomersRepository } from '../customers/customers.repository.js';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { PricesService, type ProPrice } from '../prices/prices.service.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { CustomerSync } from '../sync/customer-sync.js';

/** An open checkout is offered again if at least this much time is left to pay. */
const MIN_TIME_LEFT_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

/** Creates checkouts. They do not grant Pro: only a payment that Stripe reports does. */
@Injectable()
export class CheckoutService {
  private readonly clock: Clock;

  constructor(
    private readonly stripe: StripeApi,
    private readonly prices: PricesService,
    private readonly sync: CustomerSync,
    private readonly customers: CustomersRepository,
    private readonly entitlements: EntitlementsService,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /**
   * The address of a checkout at Stripe, or null for a user who has Pro. However often it is called, a user has one
   * customer there and at most one checkout to pay.
   *
   * @throws {AppError} UNAVAILABLE while payment is off or Stripe is unreachable; NOT_FOUND if accounts does not know
   *   the user
   */
  async open(userId: string): Promise<string | null> {
    this.stripe.assertOn();
    if (await this.hasPro(userId)) return null;
    const price = await this.prices.current();
    return this.sync.withUser(userId, async (lock) => {
      const customerId = await this.customerOf(lock, userId);
      // Reading the customer may have found a purchase whose event has not arrived yet.
      if (await this.hasPro(userId)) return null;
      return this.session(userId, customerId, price);
    });
  }

  private async hasPro(userId: string): Promise<boolean> {
    return (await this.entitlements.current(userId)).plan === 'pro';
  }

  /** Stripe's customer of a user, created if necessary. */
  private async customerOf(lock: HeldLock, userId: string): Promise<string> {
    const known = await this.customers.find(userId);
    if (known && !known.deletedAt) {
      const snapshot = await this.sync.syncHeld(lock, userId, known.stripeCustomerId);
      if (snapshot && !snapshot.isGone) return known.stripeCustomerId;
    }
    // Not GetUser, which returns the API key in plain text, for its owner only.
    const [user] = (await this.accounts.getUsers({ userIds: [userId] })).users;
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    const idempotencyKey = `customer-${userId}-${known?.stripeCustomerId ?? 'first'}`;
    const { id } = await this.stripe.call((stripe) =>
      stripe.customers.create({ email: user.email, metadata: { user_id: userId } }, { idempotencyKey }),
    );
    const createdAt = new Date(this.clock.nowMs());
    const customer = { userId, stripeCustomerId: id, createdAt, deletedAt: null };
    await lock.commit((tx) => this.customers.save(tx, customer));
    return id;
  }

  private async session(userId: string, customerId: string, price: ProPrice): Promise<string> {
    const priceId = await this.prices.idOf(price);
    const nowMs = this.clock.nowMs();
    return this.stripe.call(async (stripe) => {
      const { data: sessions } = await stripe.checkout.sessions.list({ customer: customerId, limit: 10 });
      const open = sessions.filter(({ status }) => status === 'open');
      const usable = open.find((session) => isUsable(session, price, nowMs));
      for (const stale of open) if (stale !== usable) await stripe.checkout.sessions.expire(stale.id);
      if (usable?.url) return usable.url;
      // With the hour, so that a failure which Stripe stores under the key expires.
      const idempotencyKey = `checkout-${customerId}-${sessions[0]?.id ?? 'first'}-${Math.floor(nowMs / HOUR_MS)}`;
      const params = this.paramsOf(userId, customerId, price, priceId);
      const { url } = await stripe.checkout.sessions.create(params, { idempotencyKey });
      if (!url) throw new AppError('INTERNAL', {}, { cause: new TypeError('A checkout without an address') });
      return url;
    });
  }

  private paramsOf(userId: string, customer: string, price: ProPrice, priceId: string) {
    const page = `${this.config.PUBLIC_URL.replace(/\/$/, '')}/subscribe`;
    return {
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price: priceId, quantity: 1 }],
      subscription_data: { metadata: { user_id: userId } },
      metadata: { price: price.lookupKey },
      locale: 'auto',
      success_url: `${page}?success=true`,
      cancel_url: `${page}?canceled=true`,
    } satisfies Stripe.Checkout.SessionCreateParams;
  }
}

const isUsable = (session: Stripe.Checkout.Session, price: ProPrice, nowMs: number): boolean =>
  session.url !== null &&
  session.metadata?.price === price.lookupKey &&
  session.expires_at * 1000 - nowMs >= MIN_TIME_LEFT_MS;
