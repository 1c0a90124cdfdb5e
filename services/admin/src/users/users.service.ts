import { setTimeout as sleep } from 'node:timers/promises';
import {
  ACCOUNTS,
  type AccountsClient,
  type accounts,
  type admin,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
} from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import type { ActOnUserRequest } from '../dto.js';

/** Duration of an upgrade without payment; granting it again restarts it. */
const GRANT_MS = 365 * 24 * 3_600_000;

/** Billing informs accounts of a grant through its outbox, a moment later: pause and number of our reads. */
const PLAN_LOOK_MS = 100;
const PLAN_LOOKS = 20;

/** Users as administrators see them, and actions on them. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** One page of the users whose address, name or id contains `search`, newest first. */
  async list(search: string, page: number): Promise<admin.ListUsersResponse> {
    const { users, totalCount } = await this.accounts.listUsers({ search, page });
    return { users: await this.withConversions(users), totalCount };
  }

  /**
   * Upgrades, suspends or unsuspends a user and records it: once, even if the call is repeated because its answer was
   * lost.
   *
   * @returns the user afterwards
   * @throws {AppError} NOT_FOUND
   */
  async act(request: ActOnUserRequest): Promise<admin.AdminUser> {
    const { id, actorUserId, userId, action, reason } = request;
    await this.find(userId);
    const audited = { id, actorUserId, action, subject: userId, reason };
    if (!(await this.auditLog.isDone(audited)))
      await this.auditLog.record(audited, () => this.performAction(request));
    const user = action === 'upgrade_to_pro' ? await this.findUpgraded(userId) : await this.find(userId);
    const [shown] = await this.withConversions([user]);
    if (!shown) throw new TypeError('one user in, one user out');
    return shown;
  }

  private async performAction({ actorUserId, userId, action, reason }: ActOnUserRequest): Promise<void> {
    if (action === 'suspend') await this.accounts.suspendUser({ userId });
    else if (action === 'unsuspend') await this.accounts.unsuspendUser({ userId });
    else {
      const expiresAtMs = this.runtime.clock.nowMs() + GRANT_MS;
      await this.billing.grantPro({ userId, reason, grantedBy: actorUserId, expiresAtMs });
    }
  }

  private async find(userId: string): Promise<accounts.User> {
    // Not GetUser, which returns the API key in plain text, for its owner only.
    const [user] = (await this.accounts.getUsers({ userIds: [userId] })).users;
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    return user;
  }

  /** The user after accounts has stored the upgrade; unchanged if that takes longer than 2 s. */
  private async findUpgraded(userId: string): Promise<accounts.User> {
    for (let look = 1; ; look++) {
      const user = await this.find(userId);
      if (user.plan === 'pro' || look === PLAN_LOOKS) return user;
      await sleep(PLAN_LOOK_MS);
    }
  }

  private async withConversions(users: readonly accounts.User[]): Promise<admin.AdminUser[]> {
    if (users.length === 0) return [];
    const { completed } = await this.usage.countByUser({ userIds: users.map(({ id }) => id) });
    return users.map(({ id, username, email, plan, suspended, isAdmin, createdAtMs }) => ({
      id,
      username,
      email,
      plan,
      suspended,
      isAdmin,
      createdAtMs,
      totalConversions: completed[id] ?? 0,
    }));
  }
}
