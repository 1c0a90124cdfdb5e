import { newApiKey } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OwnerAnnouncer } from '../owner-announcer.js';
import { sha256 } from '../sha256.js';
import type { User } from '../users/user.entity.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyCipher } from './api-key-cipher.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/**
 * API keys of users on Pro. The first is made with the plan. Who leaves Pro keeps it, unusable, and has it again after
 * coming back.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly cipher: ApiKeyCipher,
    private readonly owners: OwnerAnnouncer,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Gives a user who has come to Pro a key, unless there is one from before. */
  async ensure(userId: string, tx: EntityManager): Promise<void> {
    await this.repository.addFirst(this.rowOf(newApiKey(), userId), tx);
  }

  /** @returns the new key; the old one is dead. @throws {AppError} PLAN_REQUIRED unless on Pro */
  async rotate(user: User): Promise<string> {
    if (user.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    const apiKey = newApiKey();
    await this.repository.replace(this.rowOf(apiKey, user.id));
    this.owners.changed(user.id);
    return apiKey;
  }

  /** The key in clear, for its owner alone; undefined unless on Pro. */
  async show(user: User): Promise<string | undefined> {
    const row = user.plan === 'pro' ? await this.repository.find(user.id) : null;
    if (!row) return undefined;
    try {
      return this.cipher.decrypt(row.keyEncrypted, user.id);
    } catch (err) {
      // Written under another API_KEY_SECRET. It still works; its owner can have a new one that shows.
      this.runtime.logger.error({ err, userId: user.id }, 'API key cannot be shown');
      return undefined;
    }
  }

  private rowOf(apiKey: string, userId: string): Omit<ApiKey, 'lastUsedAt'> {
    const createdAt = new Date(this.runtime.clock.nowMs());
    const keyEncrypted = this.cipher.encrypt(apiKey, userId);
    return { userId, keyHash: sha256(apiKey), keyEncrypted, createdAt };
  }
}
