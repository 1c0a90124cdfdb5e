import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest link with which a user may set a new password. Using it deletes the row. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256 of the token, which itself only the mail holds. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
