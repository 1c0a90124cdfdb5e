import type { accounts, billing, usage } from '@filemill/contracts';
import type { Answers } from '@filemill/contracts/testing';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import { newId } from '@filemill/platform';

/** A fixed UUIDv7 for each number. */
export const uuid = (n: number): string => `0193a5b0-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** A new id for an action. */
export const anId = (): string => newId(NOW_MS);
/** The only administrator. */
export const ADMIN_ID = uuid(1);
/** A user who is no administrator. */
export const USER_ID = uuid(2);
/** The time at which the clock of a test begins, Unix milliseconds. */
export const NOW_MS = Date.parse('2026-11-21T02:15:00Z');

const aUser = (values: Partial<accounts.User>): accounts.User => ({
  id: USER_ID,
  email: 'ada@example.com',
  username: 'ada',
  plan: 'free',
  isAdmin: false,
  suspended: false,
  createdAtMs: NOW_MS - 1_000,
  ...values,
});

/** An administrator `root`, a user `ada`, and what the other services count. */
export class FakeServices {
  readonly users = new Map(
    [aUser({}), aUser({ id: ADMIN_ID, email: 'root@example.com', username: 'root', isAdmin: true })].map(
      (user) => [user.id, user],
    ),
  );
  plans: usage.GetPlansResponse = { version: 4, plans: DEFAULT_PLANS };
  readonly grants: billing.GrantProRequest[] = [];
  readonly received: { recent: usage.ListRecentConversionsRequest[]; sinceMs: number[]; lists: object[] } = {
    recent: [],
    sinceMs: [],
    lists: [],
  };
  conversions: usage.Conversion[] = [];
  videoSlots = 1;

  private user(id: string): accounts.User {
    const user = this.users.get(id);
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    return user;
  }

  private change(id: string, values: Partial<accounts.User>): accounts.User {
    const user = { ...this.user(id), ...values };
    this.users.set(id, user);
    return user;
  }

  readonly accounts: Answers<
    accounts.AccountsService,
    'requireAdmin' | 'getUsers' | 'listUsers' | 'suspendUser' | 'unsuspendUser' | 'countUsers'
  > = {
    requireAdmin: async ({ userId }) => {
      if (!this.users.get(userId)?.isAdmin) throw new AppError('FORBIDDEN');
      return {};
    },
    getUsers: async ({ userIds }) => ({
      users: userIds.flatMap((id) => this.users.get(id) ?? []),
    }),
    listUsers: async (request) => {
      this.received.lists.push(request);
      return { users: [this.user(USER_ID)], totalCount: 41 };
    },
    suspendUser: async ({ userId }) => ({ user: this.change(userId, { suspended: true }) }),
    unsuspendUser: async ({ userId }) => ({ user: this.change(userId, { suspended: false }) }),
    countUsers: async ({ sinceMs }) => {
      this.received.sinceMs.push(sinceMs);
      return { total: 8, since: 3, pro: 2, days: [{ date: '2026-11-20', count: 3 }] };
    },
  };

  readonly billing: Answers<billing.BillingService, 'grantPro' | 'getRevenue'> = {
    grantPro: async (request) => {
      this.grants.push(request);
      // The outbox delivers it later.
      setTimeout(() => this.change(request.userId, { plan: 'pro' }), 150);
      return {};
    },
    getRevenue: async () => ({
      totalMinor: 12_050,
      sinceMinor: 1_000,
      currency: 'EUR',
      days: [{ date: '2026-11-21', minor: 1_000 }],
      payingUsers: 1,
    }),
  };

  readonly usage: Answers<
    usage.UsageService,
    'getPlans' | 'putPlans' | 'listRecentConversions' | 'countByUser' | 'countConversions' | 'getLoad'
  > = {
    getPlans: async () => this.plans,
    putPlans: async ({ version, plans }) => {
      if (version !== this.plans.version)
        throw new AppError('INVALID_REQUEST', { fields: { version: 'not the current one' } });
      this.plans = { version: version + 1, plans };
      return this.plans;
    },
    listRecentConversions: async (request) => {
      this.received.recent.push(request);
      return { conversions: this.conversions };
    },
    countByUser: async () => ({ completed: { [USER_ID]: 12 } }),
    countConversions: async () => ({
      totalCompleted: 900,
      completedSince: 30,
      days: [
        { date: '2026-11-21', category: 'image', outcome: 'completed', count: 29 },
        { date: '2026-11-21', category: 'image', outcome: 'failed', count: 1 },
        { date: '2026-11-15', category: 'audio', outcome: 'completed', count: 1 },
      ],
    }),
    getLoad: async () => ({
      lanes: [
        { lane: 'image', waiting: 3, active: 2, slots: 4 },
        { lane: 'video', waiting: 0, active: 0, slots: this.videoSlots },
      ],
      storeUsedBytes: 1_000,
      storeTotalBytes: 5_000,
    }),
  };
}
