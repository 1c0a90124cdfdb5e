import { createPublicKey, type KeyObject } from 'node:crypto';
import { isApiKey, verifyUserToken } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import type { IdentifyRequest } from '../dto.js';
import { sha256 } from '../sha256.js';
import type { User } from '../users/user.entity.js';
import { IdentityRepository } from './identity.repository.js';

/** After this time no gateway has an earlier answer in its cache (it keeps one for at most 4 s). */
export const IDENTITY_CACHE_EXPIRED_MS = 6_000;

/** Precision of the time at which a key was last used. */
const LAST_USED_EXACT_MS = 60_000;

/** The user of a credential. */
interface Identity {
  readonly user: User;
  /** Empty for an API key. */
  readonly sessionId: string;
}

/** Finds the user of a bearer token or an API key, and checks that it is still valid. */
@Injectable()
export class IdentityService {
  private readonly clock: Clock;
  private readonly publicKeys: readonly KeyObject[];

  constructor(
    private readonly repository: IdentityRepository,
    private readonly apiKeys: ApiKeysRepository,
    @Inject(ACCOUNTS_CONFIG) config: AccountsConfig,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
    this.publicKeys = config.TOKEN_PRIVATE_KEY.map((key) => createPublicKey(key));
  }

  /**
   * The user behind a credential.
   *
   * @throws {AppError} UNAUTHENTICATED for an unknown or expired one, SUSPENDED, or PLAN_REQUIRED for the API key of a
   * user who is no longer on Pro
   */
  identify({ bearerToken, apiKey }: IdentifyRequest): Promise<Identity> {
    return apiKey === undefined ? this.bySession(bearerToken ?? '') : this.byApiKey(apiKey);
  }

  private async bySession(token: string): Promise<Identity> {
    const nowMs = this.clock.nowMs();
    const { userId, sessionId } = await verifyUserToken(token, this.publicKeys, nowMs);
    const found = await this.repository.findByToken(userId, sessionId, sha256(token), new Date(nowMs));
    // The suspension ended the session; its owner is told about the suspension.
    if (found?.user.suspendedAt) throw new AppError('SUSPENDED');
    if (!found?.isLive) throw new AppError('UNAUTHENTICATED');
    return { user: found.user, sessionId };
  }

  private async byApiKey(apiKey: string): Promise<Identity> {
    const found = isApiKey(apiKey) ? await this.repository.findByApiKey(sha256(apiKey)) : null;
    if (!found) throw new AppError('UNAUTHENTICATED', { message: 'User API key not found' });
    const { user, lastUsedAt } = found;
    if (user.suspendedAt !== null) throw new AppError('SUSPENDED');
    if (user.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    const nowMs = this.clock.nowMs();
    if (lastUsedAt === null || nowMs - lastUsedAt.getTime() >= LAST_USED_EXACT_MS)
      await this.apiKeys.markUsed(user.id, new Date(nowMs));
    return { user, sessionId: '' };
  }
}
