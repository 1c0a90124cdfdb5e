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
 * API keys of Pro users. The first is made with the plan. A user who leaves Pro keeps the key; it is refused until the
 * user is on Pro again.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly cipher: ApiKeyCipher,
    private readonly owners: OwnerAnnouncer,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Creates a key for a user who is now on Pro, unless there is one. */
  async ensure(userId: string, tx: EntityManager): Promise<void> {
    await this.repository.addFirst(this.rowOf(newApiKey(), userId), tx);
  }

  /** @returns the new key; the old one is invalid. @throws {AppError} PLAN_REQUIRED unless on Pro */
  async rotate(user: User): Promise<string> {
    if (user.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    const apiKey = newApiKey();
    await this.repository.replace(this.rowOf(apiKey, user.id));
    this.owners.changed(user.id);
    return apiKey;
  }

  /** The key in plain text, for its owner only; undefined unless on Pro. */
  async show(user: User): Promise<string | undefined> {
    const row = user.plan === 'pro' ? await this.repository.find(user.id) : null;
    if (!row) return undefined;
    try {
      return this.cipher.decrypt(row.keyEncrypted, user.id);
    } catch (err) {
      // Encrypted with another API_KEY_SECRET. It still works; its owner can rotate it to see a key again.
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
