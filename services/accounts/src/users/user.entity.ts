import type { Language, UserPlanId } from '@filemill/product';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person with an account. */
@Entity('users')
export class User {
  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id!: string;

  /** In lower case; unique. */
  @Column('text')
  email!: string;

  @Column('text')
  username!: string;

  /** argon2id, as a PHC string. */
  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /** As billing last reported it. */
  @Column('text')
  plan!: UserPlanId;

  /** Version of billing's last message about the plan; 0 before the first. */
  @Column('bigint', { name: 'plan_version' })
  planVersion!: number;

  /** Null while the subscription renews, or if there is none. */
  @Column('timestamptz', { name: 'subscription_expires_at', nullable: true })
  subscriptionExpiresAt!: Date | null;

  @Column('timestamptz', { name: 'subscription_cancelled_at', nullable: true })
  subscriptionCancelledAt!: Date | null;

  @Column('boolean', { name: 'is_admin' })
  isAdmin!: boolean;

  /** Null unless an administrator has suspended the account. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt!: Date | null;

  /** Language of mails. */
  @Column('text')
  language!: Language;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
