import type { billing, ServiceClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Delivery, MessageTo, Route } from './dispatcher.js';

/**
 * Informs billing that a subscription ends: at once when the account is deleted, at the end of the period when it is
 * suspended.
 */
export class BillingRoute implements Route<'billing'> {
  readonly receiver = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  /** Billing may have to call Stripe. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: ServiceClient<billing.BillingServiceClient>) {}

  async deliver({ kind, subject: userId }: MessageTo<'billing'>): Promise<Delivery> {
    const { deadlineMs } = this;
    if (kind === 'erase-user') await this.billing.eraseUser({ userId }, { deadlineMs });
    else await this.billing.cancelSubscription({ userId }, { deadlineMs }).catch(unlessThereIsNone);
    return 'delivered';
  }
}

/** Most suspended users never paid, or have cancelled already. */
function unlessThereIsNone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
