import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionState } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** How a user stands with Pro. */
export interface CurrentSubscription {
  /** `none` where there never was a subscription. */
  readonly state: SubscriptionState | 'none';
  /** Null while it renews. */
  readonly expiresAt: Date | null;
}

/** Decides what subscriptions are worth. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly repository: SubscriptionsRepository,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** The newest subscription of a user; one whose end has come is cancelled, whatever was last told about it. */
  async current(userId: string): Promise<CurrentSubscription> {
    const newest = await this.repository.findNewest(userId);
    if (!newest) return { state: 'none', expiresAt: null };
    const { expiresAt } = newest;
    const ended = expiresAt !== null && expiresAt.getTime() <= this.runtime.clock.nowMs();
    return { state: ended ? 'cancelled' : newest.state, expiresAt };
  }
}
