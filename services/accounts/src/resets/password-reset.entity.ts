import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's newest reset link. Using it deletes the row. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256 of the token; only the mail contains the token. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
