import type { accounts } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IDENTITY_CACHE_EXPIRED_MS } from '../identity/identity.service.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { OwnerAnnouncer } from '../owner-announcer.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { AdministrationRepository } from './administration.repository.js';

const PAGE_SIZE = 20;

/** What administrators see and do. The caller has called `requireAdmin` before. */
@Injectable()
export class AdministrationService {
  constructor(
    private readonly users: UsersRepository,
    private readonly all: AdministrationRepository,
    private readonly sessions: SessionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly owners: OwnerAnnouncer,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws {AppError} FORBIDDEN unless the user is an administrator now, and not suspended */
  async requireAdmin(userId: string): Promise<void> {
    const user = await this.users.find(userId);
    if (!user?.isAdmin || user.suspendedAt !== null) throw new AppError('FORBIDDEN');
  }

  /** @param page - from 1, of 20 users */
  list(search: string, page: number): Promise<[User[], number]> {
    return this.all.list(search, page, PAGE_SIZE);
  }

  find(userIds: string[]): Promise<User[]> {
    return this.users.findAll(userIds);
  }

  /**
   * Blocks a user at once, and keeps the data. A paid subscription is cancelled at the end of its period, because the
   * user can neither use nor cancel it.
   *
   * @throws {AppError} NOT_FOUND
   */
  suspend(userId: string): Promise<User> {
    const nowMs = this.runtime.clock.nowMs();
    const [now, later] = [new Date(nowMs), new Date(nowMs + IDENTITY_CACHE_EXPIRED_MS)];
    return this.updateLocked(userId, async (user, tx) => {
      if (user.suspendedAt !== null) return user;
      await this.users.setSuspended(userId, now, tx);
      await this.sessions.endAll(userId, tx);
      const cancelOwner = { kind: 'cancel-owner', subject: userId, payload: { plan: user.plan } } as const;
      await this.outbox.usage.add(cancelOwner, now, tx);
      // A gateway may have accepted one more conversion while it still had the session in its cache.
      await this.outbox.usage.add(cancelOwner, now, tx, later);
      await this.outbox.billing.add({ kind: 'cancel-subscription', subject: userId, payload: {} }, now, tx);
      return { ...user, suspendedAt: now };
    });
  }

  /**
   * Lifts a suspension. The subscription stays cancelled: the user may resume it while its
   * period lasts, and nobody is charged without asking.
   *
   * @throws {AppError} NOT_FOUND
   */
  unsuspend(userId: string): Promise<User> {
    return this.updateLocked(userId, async (user, tx) => {
      await this.users.setSuspended(userId, null, tx);
      await this.outbox.withdrawSuspension(userId, tx);
      return { ...user, suspendedAt: null };
    });
  }

  async count(since: Date): Promise<accounts.CountUsersResponse> {
    const [counts, days] = await Promise.all([this.all.count(since), this.all.countByDay(since)]);
    return { ...counts, days };
  }

  private async updateLocked(
    userId: string,
    work: (user: User, tx: EntityManager) => Promise<User>,
  ): Promise<User> {
    const user = await this.users.transaction(async (tx) => {
      const found = await this.users.lock(userId, tx);
      if (!found) throw new AppError('NOT_FOUND', { what: 'This user' });
      return work(found, tx);
    });
    this.owners.changed(userId);
    return user;
  }
}
