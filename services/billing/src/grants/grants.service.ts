import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { EntitlementsRepository } from '../entitlements/entitlements.repository.js';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';

/** Pro that an administrator grants. */
interface Grant {
  readonly userId: string;
  /** Null: without an end. */
  readonly expiresAt: Date | null;
  readonly reason: string;
  /** The administrator. */
  readonly grantedBy: string;
}

/** Grants Pro without payment, independently of paid subscriptions. */
@Injectable()
export class GrantsService {
  private readonly clock: Clock;

  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly rows: EntitlementsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /** Replaces the user's grant, if any; an end in the past revokes it. */
  async grant(grant: Grant): Promise<void> {
    const createdAt = new Date(this.clock.nowMs());
    await this.rows.transaction(async (tx) => {
      // Of two administrators at once, the second replaces the first one's grant.
      await this.rows.lock(tx, grant.userId);
      await this.subscriptions.endGrant(tx, grant.userId, createdAt);
      await this.subscriptions.addGrant(tx, { ...grant, createdAt });
      await this.entitlements.refresh(tx, grant.userId);
    });
  }
}
