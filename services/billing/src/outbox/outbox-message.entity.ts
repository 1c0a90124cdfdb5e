import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message for accounts, stored in the transaction that decided it and delivered afterwards. */
@Entity('outbox')
export class OutboxMessage {
  /** A random UUID. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Version of the user's entitlement; messages of one user are delivered in this order. */
  @Column('bigint')
  version!: number;

  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;

  /** Number of started deliveries. */
  @Column('int')
  attempts!: number;
}
