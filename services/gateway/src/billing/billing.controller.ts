import { type CancellationView, type CheckoutView, type ResumedView, routes } from '@filemill/api';
import { ACCOUNTS, type AccountsClient, BILLING, type BillingClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { Controller, Inject } from '@nestjs/common';
import { rejectDeletedAccount } from '../identity/caller.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';

/** One of these calls may call Stripe several times, each for some seconds. */
const DEADLINE = { deadlineMs: 20_000 };

/** The message for a caller who already has Pro, instead of a checkout. */
const ALREADY_SUBSCRIBED_MESSAGE = 'You already have an active Pro subscription.';
/** The message for a resumed subscription. */
const RESUMED_MESSAGE = 'Your Pro subscription continues and renews automatically.';

/** A signed-in user's subscription. */
@Controller()
export class BillingController {
  constructor(
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
  ) {}

  @Handles(routes.createCheckoutSession)
  async checkout({ caller: { userId } }: CallOf<typeof routes.createCheckoutSession>): Promise<CheckoutView> {
    const session = this.billing.createCheckoutSession({ userId }, DEADLINE);
    // Billing finds everybody except deleted users.
    const { checkoutUrl } = await session.catch(rejectDeletedAccount);
    return checkoutUrl
      ? { status: 'created', checkoutUrl }
      : { status: 'already_subscribed', message: ALREADY_SUBSCRIBED_MESSAGE };
  }

  @Handles(routes.cancelSubscription)
  async cancel({ caller: { userId } }: CallOf<typeof routes.cancelSubscription>): Promise<CancellationView> {
    // Not retried: the second answer would be that it was cancelled before.
    const cancellation = this.billing.cancelSubscription({ userId }, { ...DEADLINE, retry: false });
    const { cancellationDateMs, alreadyCancelled } = await cancellation.catch(this.unlessDeleted(userId));
    return {
      message: cancelledMessage(cancellationDateMs, alreadyCancelled),
      cancellationDate: new Date(cancellationDateMs).toISOString(),
      alreadyCancelled,
    };
  }

  @Handles(routes.resumeSubscription)
  async resume({ caller: { userId } }: CallOf<typeof routes.resumeSubscription>): Promise<ResumedView> {
    await this.billing.resumeSubscription({ userId }, DEADLINE).catch(this.unlessDeleted(userId));
    return { message: RESUMED_MESSAGE };
  }

  /** Distinguishes users without a subscription from users whom another gateway has just deleted. */
  private unlessDeleted(userId: string): (cause: unknown) => Promise<never> {
    return async (cause) => {
      const isMissing = cause instanceof AppError && cause.code === 'NOT_FOUND';
      if (isMissing) await this.accounts.getUser({ userId }).catch(rejectDeletedAccount);
      throw cause;
    };
  }
}

/** The message for a subscription that ends at a time (Unix milliseconds). */
const cancelledMessage = (endsAtMs: number, alreadyCancelled: boolean): string =>
  alreadyCancelled
    ? `Your subscription is already cancelled. You keep Pro until ${formatDay(endsAtMs)}.`
    : `Your subscription has been cancelled. You keep Pro until ${formatDay(endsAtMs)}.`;

/** A day in English, UTC: `December 21, 2026`. */
const formatDay = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
