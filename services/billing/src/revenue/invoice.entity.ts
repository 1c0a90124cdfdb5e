import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A paid invoice. It is kept without its user after deletion, because the law requires the amounts. */
@Entity('invoices')
export class Invoice {
  /** Stripe's id, such as `in_…`. */
  @PrimaryColumn('text')
  id!: string;

  /** Null once the user is deleted. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { name: 'stripe_customer_id' })
  stripeCustomerId!: string;

  @Column('bigint', { name: 'paid_minor' })
  paidMinor!: number;

  /** ISO 4217, in capitals. */
  @Column('text')
  currency!: string;

  @Column('timestamptz', { name: 'paid_at' })
  paidAt!: Date;
}
