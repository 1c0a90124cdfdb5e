import type { AuditAction, AuditOutcome } from '@filemill/product';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Subject of a change of settings; every other subject is the id of a user. */
export const SETTINGS_SUBJECT = 'settings';

/** One action of an administrator: stored before it takes effect, then only its outcome is added. */
@Entity('audit_log')
export class AuditEntry {
  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'actor_user_id' })
  actorUserId!: string;

  @Column('text')
  action!: AuditAction;

  /** Its subject: a user's id, or {@link SETTINGS_SUBJECT}. */
  @Column('text')
  subject!: string;

  /** In the administrator's words. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text')
  outcome!: AuditOutcome;

  /** Of the settings that were replaced; null for other actions. */
  @Column('integer', { name: 'old_version', nullable: true })
  oldVersion!: number | null;

  /** Of the new settings; null for other actions and unless it is done. */
  @Column('integer', { name: 'new_version', nullable: true })
  newVersion!: number | null;
}
