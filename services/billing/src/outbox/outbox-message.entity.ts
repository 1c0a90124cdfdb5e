import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What accounts must be told, written in the transaction that decided it and delivered afterwards. */
@Entity('outbox')
export class OutboxMessage {
  /** UUIDv7; the receiver ignores one that it has seen. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;
}
