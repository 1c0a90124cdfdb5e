import type { BillingClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Delivery, Route, Stored } from '@filemill/service';
import type { BillingMessage } from '../outbox/messages.js';

/** Tells billing whose subscription ends: with the account at once, with a suspension when its paid period is over. */
export class BillingRoute implements Route<BillingMessage> {
  readonly receiver = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  readonly longestPauseMs = 5 * 60_000;
  /** Stripe may be asked on the way. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: BillingClient) {}

  async deliver({ kind, subject: userId }: Stored<BillingMessage>): Promise<Delivery> {
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
