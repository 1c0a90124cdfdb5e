import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one API key of a user; rotating it replaces the row's values. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** SHA-256 of the key, for looking it up. */
  @Column('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** AES-256-GCM of the key (nonce, ciphertext, tag), for showing it to its owner. */
  @Column('bytea', { name: 'key_encrypted' })
  keyEncrypted!: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Exact to a minute; null before the first use. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
