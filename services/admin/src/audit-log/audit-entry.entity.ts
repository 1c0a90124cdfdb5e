import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One action of an administrator; written with the action and never changed. */
@Entity('audit_log')
export class AuditEntry {
  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'actor_user_id' })
  actorUserId!: string;

  /** Such as `suspend`. */
  @Column('text')
  action!: string;

  /** What it was done to: a user's id, or `settings`. */
  @Column('text')
  subject!: string;

  /** In the administrator's words. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
