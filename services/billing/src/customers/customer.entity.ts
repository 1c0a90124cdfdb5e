import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The Stripe customer of a user. */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Such as `cus_…`; unique. */
  @Column('text', { name: 'stripe_customer_id' })
  stripeCustomerId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** When it was found deleted at Stripe; the next checkout creates a new one. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
