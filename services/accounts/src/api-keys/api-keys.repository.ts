import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

/** Stores the one API key of each user. */
@Injectable()
export class ApiKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(userId: string): Promise<ApiKey | null> {
    return this.dataSource.getRepository(ApiKey).findOneBy({ userId });
  }

  /** Stores a user's first key. An existing one is kept. */
  async addFirst(key: Omit<ApiKey, 'lastUsedAt'>, tx: EntityManager): Promise<void> {
    await tx.createQueryBuilder().insert().into(ApiKey).values(key).orIgnore().execute();
  }

  /** Replaces the key. */
  async replace(key: Omit<ApiKey, 'lastUsedAt'>): Promise<void> {
    const row = { ...key, lastUsedAt: null };
    await this.dataSource.getRepository(ApiKey).upsert(row, ['userId']);
  }

  /** After that, billing's next message that the user is on Pro, or the user, makes a new one. */
  async remove(userId: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(ApiKey).delete({ userId });
  }

  async markUsed(userId: string, now: Date): Promise<void> {
    await this.dataSource.getRepository(ApiKey).update({ userId }, { lastUsedAt: now });
  }
}
