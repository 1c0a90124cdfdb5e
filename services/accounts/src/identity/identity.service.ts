import { createHash } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { User } from '../users/user.entity.js';
import type { IdentifyRequest } from './dto.js';
import { IdentityRepository } from './identity.repository.js';

/** Decides whose a bearer token or an API key is, and whether it still counts. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly repository: IdentityRepository,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /**
   * The user behind a credential.
   *
   * @throws {AppError} UNAUTHENTICATED for an unknown or expired one, SUSPENDED, or PLAN_REQUIRED for the API key of a
   * user who is no longer on Pro
   */
  async identify({ bearerToken, apiKey }: IdentifyRequest): Promise<User> {
    const user = apiKey === undefined ? await this.bySession(bearerToken ?? '') : await this.byApiKey(apiKey);
    if (user.suspendedAt !== null) throw new AppError('SUSPENDED');
    if (apiKey !== undefined && user.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    return user;
  }

  private async bySession(token: string): Promise<User> {
    const now = new Date(this.runtime.clock.nowMs());
    const user = await this.repository.findBySession(sha256(token), now);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }

  private async byApiKey(key: string): Promise<User> {
    const user = await this.repository.findByApiKey(sha256(key));
    if (!user) throw new AppError('UNAUTHENTICATED', { message: 'User API key not found' });
    return user;
  }
}

/** Credentials are random and long, so a plain hash is enough to look them up by. */
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
