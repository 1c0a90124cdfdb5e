import { ACCOUNTS, type AccountsClient, BILLING, type BillingClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiRoute } from '../http/api-route.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { type UserCaller, withoutAccount } from '../identity/caller.js';
import {
  type CancellationView,
  type CheckoutView,
  cancellationSchema,
  checkoutSchema,
  emptyBody,
  type ResumedView,
  resumedSchema,
} from './billing.dto.js';
import { ALREADY_SUBSCRIBED, cancelledMessage, RESUMED } from './messages.js';

/** Stripe is asked several times for one of these calls, and each time may take some seconds. */
const DEADLINE = { deadlineMs: 20_000 };

/** A signed-in user's subscription. */
@Controller('api')
@UseGuards(BearerGuard)
export class BillingController {
  constructor(
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
  ) {}

  @Post('create-checkout-session')
  @ApiRoute({
    id: 'createCheckoutSession',
    tag: 'Billing',
    summary: 'Where to pay for Pro',
    callers: ['bearer'],
    answers: { 200: checkoutSchema },
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async checkout(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<CheckoutView> {
    const session = this.billing.createCheckoutSession({ userId }, DEADLINE);
    // Billing finds everybody but those who are gone.
    const { checkoutUrl } = await session.catch(withoutAccount);
    return checkoutUrl
      ? { status: 'created', checkoutUrl }
      : { status: 'already_subscribed', message: ALREADY_SUBSCRIBED };
  }

  @Post('cancel-subscription')
  @ApiRoute({
    id: 'cancelSubscription',
    tag: 'Billing',
    summary: 'Ends the subscription with its paid period',
    callers: ['bearer'],
    answers: { 200: cancellationSchema },
    errors: ['NOT_FOUND'],
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async cancel(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<CancellationView> {
    // Not repeated: the second answer would be that it was cancelled already.
    const cancellation = this.billing.cancelSubscription({ userId }, { ...DEADLINE, retry: false });
    const { cancellationDateMs, alreadyCancelled } = await cancellation.catch(this.unlessGone(userId));
    return {
      message: cancelledMessage(cancellationDateMs, alreadyCancelled),
      cancellationDate: new Date(cancellationDateMs).toISOString(),
      alreadyCancelled,
    };
  }

  @Post('resume-subscription')
  @ApiRoute({
    id: 'resumeSubscription',
    tag: 'Billing',
    summary: 'Takes a cancellation back while the period lasts',
    callers: ['bearer'],
    answers: { 200: resumedSchema },
    errors: ['NOT_FOUND'],
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async resume(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(emptyBody)) _body: unknown,
  ): Promise<ResumedView> {
    await this.billing.resumeSubscription({ userId }, DEADLINE).catch(this.unlessGone(userId));
    return { message: RESUMED };
  }

  /** Tells users without a subscription from those whom another gateway has just deleted. */
  private unlessGone(userId: string): (cause: unknown) => Promise<never> {
    return async (cause) => {
      const isMissing = cause instanceof AppError && cause.code === 'NOT_FOUND';
      if (isMissing) await this.accounts.getUser({ userId }).catch(withoutAccount);
      throw cause;
    };
  }
}
