import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A refund. */
@Entity('refunds')
export class Refund {
  /** Stripe's id, such as `re_…`. */
  @PrimaryColumn('text')
  id!: string;

  /** Null once the user is deleted. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { name: 'stripe_customer_id' })
  stripeCustomerId!: string;

  @Column('text', { name: 'charge_id' })
  chargeId!: string;

  @Column('bigint', { name: 'refunded_minor' })
  refundedMinor!: number;

  /** ISO 4217, in capitals. */
  @Column('text')
  currency!: string;

  /** Stripe's status; a refund that is `failed` or `canceled` does not count. */
  @Column('text')
  status!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
