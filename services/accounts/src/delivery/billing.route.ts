import type { billing, ServiceClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Delivery, MessageTo, Route } from './dispatcher.js';

/** Tells billing whose subscription ends: with the account at once, with a suspension when its paid period is over. */
export class BillingRoute implements Route<'billing'> {
  readonly receiver = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  /** Stripe may be asked on the way. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: ServiceClient<billing.BillingService>) {}

  async deliver({ kind, subject: userId }: MessageTo<'billing'>): Promise<Delivery> {
    const { deadlineMs } = this;
    if (kind === 'erase-user') await this.billing.eraseUser({ userId }, { deadlineMs });
    else await this.billing.cancelSubscription({ userId }, { deadlineMs }).catch(unlessThereIsNone);
    return 'delivered';
  }
}

/** Most users who are suspended never paid, or have cancelled already. */
function unlessThereIsNone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
