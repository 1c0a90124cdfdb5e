import type { BillingClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Delivery, Route, StoredMessage } from '@filemill/service';
import type { BillingMessage } from '../outbox/messages.js';

/**
 * Informs billing that a subscription ends: at once when the account is deleted, at the end of the period when it is
 * suspended.
 */
export class BillingRoute implements Route<BillingMessage> {
  readonly receiver = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  readonly longestPauseMs = 5 * 60_000;
  /** Stripe may be asked on the way. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: BillingClient) {}

  async deliver({ kind, subject: userId }: StoredMessage<BillingMessage>): Promise<Delivery> {
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
