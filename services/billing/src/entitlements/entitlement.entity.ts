import type { UserPlanId } from '@filemill/product';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The result of all subscriptions and grants of a user, as it was last sent to accounts. */
@Entity('entitlements')
export class Entitlement {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  plan!: UserPlanId;

  /** Null while a subscription renews, for a grant without an end, and on free. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** When the owner cancelled the subscription that is still running. */
  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;

  /** Increases with every change of the fields above. */
  @Column('bigint')
  version!: number;

  /** When it next changes by time alone; null if never. */
  @Column('timestamptz', { name: 'changes_at', nullable: true })
  changesAt!: Date | null;
}
