import type { accounts } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { IDENTITY_FORGOTTEN_MS } from '../identity/identity.service.js';
import { Attempts } from '../limits/attempts.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { OwnerAnnouncer } from '../owner-announcer.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { DeleteUserRequest, SetPlanRequest } from './dto.js';
import type { User } from './user.entity.js';
import { UserView } from './user.view.js';
import { UsersRepository } from './users.repository.js';

/** What users see and decide of their accounts, and what billing says of them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly view: UserView,
    private readonly apiKeys: ApiKeysService,
    private readonly apiKeyRows: ApiKeysRepository,
    private readonly sessions: SessionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly hasher: PasswordHasher,
    private readonly attempts: Attempts,
    private readonly owners: OwnerAnnouncer,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws {AppError} NOT_FOUND */
  async show(userId: string): Promise<accounts.User> {
    return this.view.own(await this.get(userId));
  }

  /** @throws {AppError} NOT_FOUND, PLAN_REQUIRED */
  async rotateApiKey(userId: string): Promise<string> {
    return this.apiKeys.rotate(await this.get(userId));
  }

  /** All that is held about a user, but what would let a reader of it in. @throws {AppError} NOT_FOUND */
  async export(userId: string): Promise<Record<string, unknown>> {
    const user = await this.get(userId);
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

  /** @throws {AppError} NOT_FOUND, PASSWORD_WRONG, RATE_LIMITED, OVERLOADED */
  async delete({ userId, password, address }: DeleteUserRequest): Promise<void> {
    const user = await this.get(userId);
    const { email, plan, language } = user;
    const confirmed = await this.attempts.password(email, address, async () =>
      (await this.hasher.verify(password, user.passwordHash)) ? user : null,
    );
    if (!confirmed) throw new AppError('PASSWORD_WRONG');
    const nowMs = this.runtime.clock.nowMs();
    const [now, later] = [new Date(nowMs), new Date(nowMs + IDENTITY_FORGOTTEN_MS)];
    await this.users.transaction(async (tx) => {
      await this.users.remove(userId, tx);
      const eraseOwner = {
        receiver: 'usage',
        kind: 'erase-owner',
        subject: userId,
        payload: { plan },
      } as const;
      await this.outbox.add(eraseOwner, now, tx);
      // A gateway may have let one more conversion in while it still believed in the token.
      await this.outbox.add(eraseOwner, now, tx, later);
      await this.outbox.add(
        { receiver: 'billing', kind: 'erase-user', subject: userId, payload: {} },
        now,
        tx,
      );
      const mail = {
        receiver: 'mail',
        kind: 'account-deleted',
        subject: email,
        payload: { language },
      } as const;
      await this.outbox.add(mail, now, tx);
    });
    this.owners.changed(userId);
  }

  /** A word older than the last is ignored, and so is one about a user who is gone. */
  async setPlan(request: SetPlanRequest): Promise<void> {
    const { userId, plan, version } = request;
    const change = {
      plan,
      version,
      subscriptionExpiresAt: request.subscriptionExpiresAtMs,
      subscriptionCancelledAt: request.subscriptionCancelledAtMs,
    };
    const changed = await this.users.transaction(async (tx) => {
      if (!(await this.users.setPlan(userId, change, tx))) return false;
      if (plan === 'pro') await this.apiKeys.ensure(userId, tx);
      return true;
    });
    if (changed) this.owners.changed(userId);
  }

  private async get(userId: string): Promise<User> {
    const user = await this.users.find(userId);
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    return user;
  }
}
