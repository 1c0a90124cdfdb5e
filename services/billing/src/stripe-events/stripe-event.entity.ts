import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event from Stripe, stored once before it is acknowledged; its object is read again when the event is processed. */
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

  /** Its customer, such as `cus_…`; null if the event names none, so that its charge must be read. */
  @Column('text', { name: 'customer_id', nullable: true })
  customerId!: string | null;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  @Column('timestamptz', { name: 'processed_at', nullable: true })
  processedAt!: Date | null;

  /** Number of claims. */
  @Column('int')
  attempts!: number;
}
