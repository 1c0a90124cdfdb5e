import type { billing, ServiceClient } from '@filemill/contracts';
import type { Delivery, MessageTo, Route } from './dispatcher.js';

/** Tells billing whose subscription ends with the account. */
export class BillingRoute implements Route<'billing'> {
  readonly receiver = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  /** Stripe may be asked on the way. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: ServiceClient<billing.BillingServiceClient>) {}

  async deliver({ subject }: MessageTo<'billing'>): Promise<Delivery> {
    await this.billing.eraseUser({ userId: subject }, { deadlineMs: this.deadlineMs });
    return 'delivered';
  }
}
