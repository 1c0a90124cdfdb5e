import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A payment or a refund. It is kept without its user after deletion, because the law requires the amounts. */
abstract class Payment {
  /** Stripe's id, such as `in_…` or `re_…`. */
  @PrimaryColumn('text')
  id!: string;

  /** Null once the user is deleted. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { name: 'stripe_customer_id' })
  stripeCustomerId!: string;

  /** ISO 4217, in capitals. */
  @Column('text')
  currency!: string;
}

/** A paid invoice. */
@Entity('invoices')
export class Invoice extends Payment {
  @Column('bigint', { name: 'paid_minor' })
  paidMinor!: number;

  @Column('timestamptz', { name: 'paid_at' })
  paidAt!: Date;
}

/** A refund of a charge. */
@Entity('refunds')
export class Refund extends Payment {
  @Column('text', { name: 'charge_id' })
  chargeId!: string;

  @Column('bigint', { name: 'refunded_minor' })
  refundedMinor!: number;

  /** Stripe's status; a refund that is `failed` or `canceled` does not count. */
  @Column('text')
  status!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
