import type { UserPlanId } from '@filemill/product';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a user has by all their subscriptions and grants together, as accounts was last told. */
@Entity('entitlements')
export class Entitlement {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  plan!: UserPlanId;

  /** Null while a subscription renews, for a grant without an end, and on free. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** When the owner cancelled the subscription that still runs. */
  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;

  /** Grows with every change of the fields above. */
  @Column('bigint')
  version!: number;

  /** When time alone changes it; null if never. */
  @Column('timestamptz', { name: 'changes_at', nullable: true })
  changesAt!: Date | null;
}
