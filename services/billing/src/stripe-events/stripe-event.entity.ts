import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that Stripe has sent, stored once before it is answered; the object is read again when it is processed. */
@Entity('stripe_events')
export class StripeEvent {
  /** Stripe's id, such as `evt_…`. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  type!: string;

  /** The object to read again, such as `in_…`; the charge for an event about a refund or a dispute; empty without one. */
  @Column('text', { name: 'object_id' })
  objectId!: string;

  /** Whose it is, such as `cus_…`; null for what names no customer, so that its charge must be asked. */
  @Column('text', { name: 'customer_id', nullable: true })
  customerId!: string | null;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  @Column('timestamptz', { name: 'processed_at', nullable: true })
  processedAt!: Date | null;

  /** How often it was taken up. */
  @Column('int')
  attempts!: number;
}
