import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user as Stripe knows them. */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Such as `cus_…`; unique. */
  @Column('text', { name: 'stripe_customer_id' })
  stripeCustomerId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** When Stripe was found to have deleted it; the next checkout makes a new one. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
