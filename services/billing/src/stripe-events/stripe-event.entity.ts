import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that Stripe has sent, stored once before it is answered; the object is read again when it is processed. */
@Entity('stripe_events')
export class StripeEvent {
  /** Stripe's id, such as `evt_…`. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  type!: string;

  /** The object that it is about, such as `sub_…`. */
  @Column('text', { name: 'object_id' })
  objectId!: string;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  @Column('timestamptz', { name: 'processed_at', nullable: true })
  processedAt!: Date | null;
}
