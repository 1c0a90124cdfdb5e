import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { User } from '../users/user.entity.js';

const IS_LIVE = `EXISTS (
  SELECT FROM sessions
   WHERE id = :sessionId AND user_id = :userId AND token_hash = :tokenHash AND expires_at > :now)`;

/** Finds users by their credentials. */
@Injectable()
export class IdentityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The user that a token names, and whether its session still exists. */
  async findByToken(
    userId: string,
    sessionId: string,
    tokenHash: Buffer,
    now: Date,
  ): Promise<{ user: User; isLive: boolean } | null> {
    const { entities, raw } = await this.dataSource
      .getRepository(User)
      .createQueryBuilder('user')
      .addSelect(IS_LIVE, 'is_live')
      .where('user.id = :userId')
      .setParameters({ userId, sessionId, tokenHash, now })
      .getRawAndEntities<{ is_live: boolean }>();
    const [user] = entities;
    return user ? { user, isLive: raw[0]?.is_live === true } : null;
  }

  /** @param keyHash - SHA-256 of the key */
  async findByApiKey(keyHash: Buffer): Promise<{ user: User; lastUsedAt: Date | null } | null> {
    const { entities, raw } = await this.dataSource
      .getRepository(User)
      .createQueryBuilder('user')
      .innerJoin(ApiKey, 'apiKey', 'apiKey.userId = user.id')
      .addSelect('apiKey.lastUsedAt', 'last_used_at')
      .where('apiKey.keyHash = :keyHash', { keyHash })
      .getRawAndEntities<{ last_used_at: Date | null }>();
    const [user] = entities;
    return user ? { user, lastUsedAt: raw[0]?.last_used_at ?? null } : null;
  }
}
