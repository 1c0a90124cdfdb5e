import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CustomersRepository } from '../customers/customers.repository.js';
import type { HeldLock } from '../locks/locks.service.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { CustomerSync } from '../sync/customer-sync.service.js';
import { isCancelling, termsOf } from './stripe-subscription.js';

/** Result of a cancellation. */
export interface Cancellation {
  /** When Pro ends. */
  readonly endsAt: Date;
  readonly alreadyCancelled: boolean;
}

/** Lets users end their paid subscription with its period, and take that back. */
@Injectable()
export class SubscriptionsService {
  private readonly clock: Clock;

  constructor(
    private readonly stripe: StripeApi,
    private readonly sync: CustomerSync,
    private readonly customers: CustomersRepository,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /** @throws {AppError} NOT_FOUND without a paid subscription; UNAVAILABLE while Stripe is away */
  cancel(userId: string): Promise<Cancellation> {
    return this.withRunning(userId, async (running, readAgain) => {
      const alreadyCancelled = isCancelling(running);
      const ending = alreadyCancelled
        ? running
        : await this.change(running, { cancel_at_period_end: true }, readAgain);
      const endsAt = termsOf(ending, this.clock.nowMs())?.expiresAt;
      if (!endsAt)
        throw new AppError('INTERNAL', {}, { cause: new TypeError('A cancellation without an end') });
      return { endsAt, alreadyCancelled };
    });
  }

  /** @throws {AppError} NOT_FOUND without a paid subscription; UNAVAILABLE while Stripe is away */
  async resume(userId: string): Promise<void> {
    await this.withRunning(userId, async (running, readAgain) => {
      if (!isCancelling(running)) return;
      // Stripe's portal may have set an instant instead of the end of the period.
      const change = running.cancel_at_period_end
        ? { cancel_at_period_end: false }
        : { cancel_at: '' as const };
      await this.change(running, change, readAgain);
    });
  }

  private async change(
    { id }: Stripe.Subscription,
    change: Stripe.SubscriptionUpdateParams,
    readAgain: () => Promise<Stripe.Subscription>,
  ): Promise<Stripe.Subscription> {
    await this.stripe.call((stripe) => stripe.subscriptions.update(id, change));
    return readAgain();
  }

  /** Works, under the lock, on the subscription that runs at Stripe now. */
  private async withRunning<T>(
    userId: string,
    work: (running: Stripe.Subscription, readAgain: () => Promise<Stripe.Subscription>) => Promise<T>,
  ): Promise<T> {
    const customer = await this.customers.find(userId);
    if (!customer) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
    return this.sync.withUser(userId, async (lock) => {
      const read = () => this.running(lock, userId, customer.stripeCustomerId);
      return work(await read(), read);
    });
  }

  private async running(lock: HeldLock, userId: string, customerId: string): Promise<Stripe.Subscription> {
    const snapshot = await this.sync.syncHeld(lock, userId, customerId);
    const running = snapshot?.subscriptions.find((one) => this.isRunning(one));
    if (!running) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
    return running;
  }

  /** Stripe may take some time to end what has come to its end. */
  private isRunning(subscription: Stripe.Subscription): boolean {
    const nowMs = this.clock.nowMs();
    const terms = termsOf(subscription, nowMs);
    return (
      terms !== undefined &&
      terms.state !== 'cancelled' &&
      (terms.expiresAt === null || terms.expiresAt.getTime() > nowMs)
    );
  }
}
