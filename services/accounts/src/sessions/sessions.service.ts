import { signUserToken, USER_TOKEN_LIFETIME_MS } from '@filemill/contracts';
import { newId, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import { sha256 } from '../sha256.js';
import { SessionsRepository } from './sessions.repository.js';

/** Signs users in. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    @Inject(ACCOUNTS_CONFIG) private readonly config: AccountsConfig,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @returns a bearer token, valid for 7 days or until its session ends; it is not stored */
  async open(userId: string, tx?: EntityManager): Promise<string> {
    const nowMs = this.runtime.clock.nowMs();
    const id = newId(nowMs);
    const [privateKey] = this.config.TOKEN_PRIVATE_KEY;
    const token = await signUserToken({ userId, sessionId: id }, privateKey, nowMs);
    const [createdAt, expiresAt] = [new Date(nowMs), new Date(nowMs + USER_TOKEN_LIFETIME_MS)];
    await this.sessions.add({ id, userId, tokenHash: sha256(token), createdAt, expiresAt }, tx);
    return token;
  }
}
