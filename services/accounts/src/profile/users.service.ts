import type { accounts } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { SetPlanRequest } from '../dto.js';
import { OwnerAnnouncer } from '../owner-announcer.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { UsersRepository } from '../users/users.repository.js';
import { UserView } from './user-view.js';

/** What users see and change in their accounts, and the plans that billing sets. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly view: UserView,
    private readonly apiKeys: ApiKeysService,
    private readonly apiKeyRows: ApiKeysRepository,
    private readonly sessions: SessionsRepository,
    private readonly owners: OwnerAnnouncer,
  ) {}

  /** @throws {AppError} NOT_FOUND */
  async show(userId: string): Promise<accounts.User> {
    return this.view.ownProfile(await this.users.get(userId));
  }

  /** @throws {AppError} NOT_FOUND, PLAN_REQUIRED */
  async rotateApiKey(userId: string): Promise<string> {
    return this.apiKeys.rotate(await this.users.get(userId));
  }

  /** Everything stored about a user, except what would give access. @throws {AppError} NOT_FOUND */
  async export(userId: string): Promise<Record<string, unknown>> {
    const user = await this.users.get(userId);
    const [sessions, apiKey] = await Promise.all([this.sessions.list(userId), this.apiKeyRows.find(userId)]);
    const { id, email, username, plan, language, isAdmin, createdAt } = user;
    const { subscriptionExpiresAt, subscriptionCancelledAt, suspendedAt } = user;
    return {
      user: {
        ...{ id, email, username, plan, language, isAdmin, createdAt },
        ...{ subscriptionExpiresAt, subscriptionCancelledAt, suspendedAt },
      },
      sessions: sessions.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
      apiKey: apiKey && { createdAt: apiKey.createdAt, lastUsedAt: apiKey.lastUsedAt },
    };
  }

  /** Ignores an older message than the last one, and a message about a deleted user. */
  async setPlan(request: SetPlanRequest): Promise<void> {
    const { userId, plan, version } = request;
    const values = {
      plan,
      version,
      subscriptionExpiresAt: optionalDate(request.subscriptionExpiresAtMs),
      subscriptionCancelledAt: optionalDate(request.subscriptionCancelledAtMs),
    };
    const isStored = await this.users.transaction(async (tx) => {
      if (!(await this.users.setPlan(userId, values, tx))) return false;
      if (plan === 'pro') await this.apiKeys.ensure(userId, tx);
      return true;
    });
    if (isStored) this.owners.changed(userId);
  }
}

const optionalDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
