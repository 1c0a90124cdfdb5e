import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';

/** Finds users by what they present. */
@Injectable()
export class IdentityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param tokenHash - SHA-256 of the bearer token */
  findBySession(tokenHash: Buffer, now: Date): Promise<User | null> {
    return this.users()
      .innerJoin(Session, 'session', 'session.userId = user.id')
      .where('session.tokenHash = :tokenHash AND session.expiresAt > :now', { tokenHash, now })
      .getOne();
  }

  /** @param keyHash - SHA-256 of the key */
  findByApiKey(keyHash: Buffer): Promise<User | null> {
    return this.users()
      .innerJoin(ApiKey, 'apiKey', 'apiKey.userId = user.id')
      .where('apiKey.keyHash = :keyHash', { keyHash })
      .getOne();
  }

  private users() {
    return this.dataSource.getRepository(User).createQueryBuilder('user');
  }
}
