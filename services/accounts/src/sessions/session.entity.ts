import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sign-in of a user. Signing out, a reset password and suspension delete the row. */
@Entity('sessions')
export class Session {
  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256 of the bearer token; the token itself is not stored. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
