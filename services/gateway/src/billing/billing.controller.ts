import {
  billingApi,
  type CancellationView,
  type CheckoutView,
  emptyBody,
  type ResumedView,
} from '@filemill/api';
import { ACCOUNTS, type AccountsClient, BILLING, type BillingClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { rejectDeletedAccount, type UserCaller } from '../identity/caller.js';
import { ALREADY_SUBSCRIBED_MESSAGE, cancelledMessage, RESUMED_MESSAGE } from './messages.js';

/** One of these calls may call Stripe several times, each for some seconds. */
const DEADLINE = { deadlineMs: 20_000 };

/** A signed-in user's subscription. */
@Controller()
@UseGuards(BearerGuard)
export class BillingController {
  constructor(
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
  ) {}

  @Handles(billingApi.createCheckoutSession)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async checkout(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<CheckoutView> {
    const session = this.billing.createCheckoutSession({ userId }, DEADLINE);
    // Billing finds everybody except deleted users.
    const { checkoutUrl } = await session.catch(rejectDeletedAccount);
    return checkoutUrl
      ? { status: 'created', checkoutUrl }
      : { status: 'already_subscribed', message: ALREADY_SUBSCRIBED_MESSAGE };
  }

  @Handles(billingApi.cancelSubscription)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async cancel(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<CancellationView> {
    // Not retried: the second answer would be that it was cancelled before.
    const cancellation = this.billing.cancelSubscription({ userId }, { ...DEADLINE, retry: false });
    const { cancellationDateMs, alreadyCancelled } = await cancellation.catch(this.unlessDeleted(userId));
    return {
      message: cancelledMessage(cancellationDateMs, alreadyCancelled),
      cancellationDate: new Date(cancellationDateMs).toISOString(),
      alreadyCancelled,
    };
  }

  @Handles(billingApi.resumeSubscription)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async resume(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<ResumedView> {
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
