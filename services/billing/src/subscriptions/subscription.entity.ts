import type { SubscriptionState } from '@filemill/product';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** State of a subscription: `past_due` still gives Pro while Stripe tries to collect. */
export type TermsState = Exclude<SubscriptionState, 'none'>;

/** One subscription or grant of a user. */
@Entity('subscriptions')
export class Subscription {
  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  source!: 'stripe' | 'grant';

  /** Null for a grant. */
  @Column('text', { name: 'stripe_subscription_id', nullable: true })
  stripeSubscriptionId!: string | null;

  @Column('text')
  state!: TermsState;

  /** Null while it renews; set once it is cancelled, and to the end of a grant. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** When its owner cancelled it. */
  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;

  /** End of the period that is paid, or to be paid; null for a grant. */
  @Column('timestamptz', { name: 'period_ends_at', nullable: true })
  periodEndsAt!: Date | null;

  /** While `past_due`: until when it gives Pro. */
  @Column('timestamptz', { name: 'grace_ends_at', nullable: true })
  graceEndsAt!: Date | null;

  /** The administrator's reason; null unless a grant. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** The administrator who granted it. */
  @Column('text', { name: 'granted_by', nullable: true })
  grantedBy!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
