import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import type { HeldLock } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CustomersRepository } from '../customers/customers.repository.js';
import { StripeApi } from '../stripe/stripe-api.js';
import { isCancelling, termsOf } from '../subscriptions/stripe-subscription.js';
import { CustomerSync } from '../sync/customer-sync.js';

/** Result of a cancellation. */
interface Cancellation {
  /** When Pro ends. */
  readonly endsAt: Date;
  readonly alreadyCancelled: boolean;
}

/** Cancels paid subscriptions at the end of their period, and resumes them. */
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

  /**
   * If there are several, which only Stripe's own pages can create, all end, and Pro ends with the last one.
   *
   * @throws {AppError} NOT_FOUND without a paid subscription; UNAVAILABLE while Stripe is unreachable
   */
  cancel(userId: string): Promise<Cancellation> {
    return this.withRunning(userId, async (running, readAgain) => {
      const renewing = running.filter((one) => !isCancelling(one));
      for (const { id } of renewing)
        await this.stripe.call((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
      const alreadyCancelled = renewing.length === 0;
      const ending = alreadyCancelled ? running : await readAgain();
      return { endsAt: this.endOf(ending), alreadyCancelled };
    });
  }

  /** @throws {AppError} NOT_FOUND without a paid subscription; UNAVAILABLE while Stripe is unreachable */
  async resume(userId: string): Promise<void> {
    await this.withRunning(userId, async (running, readAgain) => {
      const ending = running.filter(isCancelling);
      for (const { id, cancel_at_period_end } of ending) {
        // Stripe's portal may have set another end than that of the period.
        const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const };
        await this.stripe.call((stripe) => stripe.subscriptions.update(id, change));
      }
      if (ending.length > 0) await readAgain();
    });
  }

  /** When the last of them ends. */
  private endOf(ending: readonly Stripe.Subscription[]): Date {
    const ends = ending.map((one) => termsOf(one, this.clock.nowMs())?.expiresAt?.getTime() ?? Infinity);
    const endsAtMs = Math.max(...ends);
    if (endsAtMs === Infinity)
      throw new AppError('INTERNAL', {}, { cause: new TypeError('A cancellation without an end') });
    return new Date(endsAtMs);
  }

  /** Runs `work` under the lock with the current subscriptions at Stripe, usually one. */
  private async withRunning<T>(
    userId: string,
    work: (
      running: readonly Stripe.Subscription[],
      readAgain: () => Promise<readonly Stripe.Subscription[]>,
    ) => Promise<T>,
  ): Promise<T> {
    const customer = await this.customers.find(userId);
    if (!customer) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
    return this.sync.withUser(userId, async (lock) => {
      const read = () => this.running(lock, userId, customer.stripeCustomerId);
      return work(await read(), read);
    });
  }

  private async running(
    lock: HeldLock,
    userId: string,
    customerId: string,
  ): Promise<readonly Stripe.Subscription[]> {
    const snapshot = await this.sync.syncHeld(lock, userId, customerId);
    const running = snapshot?.subscriptions.filter((one) => this.isRunning(one)) ?? [];
    if (running.length === 0) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
    return running;
  }

  /** Stripe may end a subscription some time after its end is due. */
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
