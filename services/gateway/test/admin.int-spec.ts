import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import { RESPONSE_TIMES_KEY, responseTimesSchema } from '@filemill/queue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const CREATED_MS = Date.parse('2026-11-21T02:15:00Z');
const USER_ID = '0193a5b0-0000-7000-8000-000000000002';
const CONVERSION_ID = '0193a5b0-0000-7000-8000-000000000003';
const ada: admin.AdminUser = {
  id: USER_ID,
  username: 'ada',
  email: 'ada@example.com',
  plan: 'free',
  suspended: false,
  isAdmin: false,
  createdAtMs: CREATED_MS,
  totalConversions: 12,
};
const shownAda = {
  id: USER_ID,
  username: 'ada',
  email: 'ada@example.com',
  plan: 'free',
  suspended: false,
  createdAt: '2026-11-21T02:15:00.000Z',
  totalConversions: 12,
};
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;
const settings = { version: 4, plans: DEFAULT_PLANS };

/** The admin service in memory, which records its requests. */
const received: unknown[] = [];
const answer =
  <T>(value: T) =>
  async (request: unknown): Promise<T> => {
    received.push(request);
    return value;
  };
const fakeAdmin: Partial<AdminClient> = {
  getStats: answer({
    totalUsers: 7,
    newUsersThisPeriod: 3,
    totalConversions: 900,
    conversionsThisPeriod: 30,
    totalRevenueMinor: 12_050,
    revenueThisPeriodMinor: 1_000,
    proUsers: 2,
    payingUsers: 1,
    currency: 'EUR',
  }),
  getSeries: answer({
    currency: 'EUR',
    days: [
      { date: '2026-11-20', newUsers: 0, conversions: [], revenueMinor: 0 },
      {
        date: '2026-11-21',
        newUsers: 2,
        conversions: [
          { category: 'image', outcome: 'completed', count: 5 },
          { category: 'image', outcome: 'failed', count: 1 },
        ],
        revenueMinor: 999,
      },
    ],
  }),
  listUsers: answer({ users: [ada], totalCount: 41 }),
  actOnUser: answer({ user: { ...ada, suspended: true } }),
  getSettings: answer(settings),
  putSettings: answer({ ...settings, version: 5 }),
  listRecentConversions: answer({
    conversions: [
      {
        id: CONVERSION_ID,
        originalFileName: '',
        conversionType: 'image',
        inputFormat: 'png',
        outputFormat: 'jpg',
        originalSizeBytes: 70,
        createdAtMs: CREATED_MS,
        status: 'completed',
      },
    ],
  }),
  listAuditLog: answer({
    entries: [
      {
        id: CONVERSION_ID,
        actorUserId: USER_ID,
        action: 'put_settings',
        subject: 'settings',
        reason: 'a campaign',
        outcome: 'done',
        createdAtMs: CREATED_MS,
        actorUsername: 'root',
        subjectUsername: '',
        oldVersion: 4,
        newVersion: 5,
      },
    ],
    totalCount: 1,
  }),
  getSystemStatus: answer({
    serverStatus: 'degraded',
    databaseStatus: 'operational',
    vpsStatus: 'operational',
    storageUsedBytes: 1_000,
    database: { connections: 9, queriesPerSecond: 12.345, sizeBytes: 8_000_000 },
    cpuUsage: 12.345,
    memoryUsage: 50,
    avgResponseTimeMs: 3.21,
    services: [{ name: 'billing', status: 'down' }],
    queues: [{ lane: 'image', waiting: 1, active: 2, slots: 4 }],
  }),
};

describe('the routes of administrators', () => {
  let gateway: TestGateway;
  let root: TestUser;
  let user: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    Object.assign(gateway.app.get<AdminClient>(ADMIN), fakeAdmin);
    root = await gateway.accounts.addUser({ isAdmin: true, plan: 'pro' });
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    received.length = 0;
  });

  const call = async (path: string, { headers = root.bearer, method = 'GET', body }: Call = {}) => {
    const response = await gateway.fetch(`/api/admin/${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  interface Call {
    headers?: Record<string, string>;
    method?: string;
    body?: unknown;
  }

  const routes: [string, string, unknown][] = [
    ['GET', 'stats?period=7', undefined],
    ['GET', 'series', undefined],
    ['GET', 'users', undefined],
    ['GET', 'system-status', undefined],
    ['GET', 'recent-conversions', undefined],
    ['GET', 'settings', undefined],
    ['PUT', 'settings', { version: 4, plans: DEFAULT_PLANS, reason: 'why' }],
    ['GET', 'audit-log', undefined],
    ['POST', `users/${USER_ID}/upgrade-to-pro`, { reason: 'why' }],
    ['POST', `users/${USER_ID}/suspend`, { reason: 'why' }],
    ['POST', `users/${USER_ID}/unsuspend`, { reason: 'why' }],
  ];

  it.each(routes)('%s %s is allowed for administrators only', async (method, path, body) => {
    const as = async (headers: Record<string, string>) => {
      const { status, body: answered } = await call(path, { headers, method, body });
      return [status, (answered.error as { code: string } | undefined)?.code];
    };
    expect(await as({})).toEqual([401, 'unauthenticated']);
    expect(await as({ authorization: 'Bearer nonsense' })).toEqual([401, 'unauthenticated']);
    expect(await as(root.key)).toEqual([401, 'unauthenticated']); // administrators cannot use an API key
    expect(await as(user.bearer)).toEqual([403, 'forbidden']);
    expect(received).toEqual([]);
    expect(await as(root.bearer)).toEqual([200, undefined]);
    expect(received).toEqual([expect.objectContaining({ actorUserId: root.id })]);
  });

  it('returns FORBIDDEN from the admin service unchanged', async () => {
    const admin = gateway.app.get<AdminClient>(ADMIN);
    admin.getStats = async () => {
      throw new AppError('FORBIDDEN');
    };
    const { status, body } = await call('stats');
    expect([status, body.error]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
    Object.assign(admin, fakeAdmin);
  });

  it('returns flat statistics with amounts in units of the currency', async () => {
    expect((await call('stats?period=90')).body).toEqual({
      totalUsers: 7,
      newUsersThisPeriod: 3,
      totalConversions: 900,
      conversionsThisPeriod: 30,
      totalRevenue: 120.5,
      revenueThisPeriod: 10,
      proUsers: 2,
      payingUsers: 1,
      proUserPercentage: 28.6,
    });
    await call('stats');
    expect(received).toMatchObject([{ periodDays: 90 }, { periodDays: 30 }]);
  });

  it('returns a row for each day', async () => {
    expect((await call('series')).body).toEqual([
      { date: '2026-11-20', users: 0, conversions: {}, revenue: 0 },
      {
        date: '2026-11-21',
        users: 2,
        conversions: { image: { completed: 5, failed: 1, cancelled: 0 } },
        revenue: 9.99,
      },
    ]);
  });

  it('returns users in pages and searches them', async () => {
    const { body } = await call('users?search=%20ada&page=2');
    expect(body).toEqual({
      users: [shownAda],
      pagination: {
        totalCount: 41,
        totalPages: 3,
        currentPage: 2,
        itemsPerPage: 20,
        hasPreviousPage: true,
        hasNextPage: true,
      },
    });
    await call('users');
    expect(received).toMatchObject([
      { search: 'ada', page: 2 },
      { search: '', page: 1 },
    ]);
  });

  it('returns the newest conversions as an array', async () => {
    expect((await call(`recent-conversions?limit=5&before=${CONVERSION_ID}`)).body).toEqual([
      {
        id: CONVERSION_ID,
        originalFileName: null,
        conversionType: 'image',
        originalFormat: 'png',
        outputFormat: 'jpg',
        originalSize: 70,
        createdAt: '2026-11-21T02:15:00.000Z',
        status: 'completed',
        user: null,
      },
    ]);
    await call('recent-conversions');
    expect(received).toMatchObject([{ limit: 5, before: CONVERSION_ID }, { limit: 20 }]);
  });

  it('publishes its own response times, then returns the system status', async () => {
    await call('settings');
    expect((await call('system-status')).body).toEqual({
      serverStatus: 'degraded',
      databaseStatus: 'operational',
      vpsStatus: 'operational',
      storageUsed: 1_000,
      storageTotal: null,
      dbConnections: 9,
      dbQueriesPerSecond: 12.3,
      dbSize: 8_000_000,
      cpuUsage: 12.3,
      memoryUsage: 50,
      avgResponseTime: 3.2,
      services: [{ name: 'billing', status: 'down' }],
      queues: [{ name: 'image', waiting: 1, active: 2, slots: 4 }],
    });
    const [published] = Object.values(await gateway.redis.hgetall(RESPONSE_TIMES_KEY));
    const { requests, seconds } = responseTimesSchema.parse(JSON.parse(published ?? ''));
    expect(requests).toBeGreaterThan(10);
    expect(seconds / requests).toBeGreaterThan(0);
    expect(seconds / requests).toBeLessThan(1);
  });

  it('returns the settings and replaces them', async () => {
    expect((await call('settings')).body).toEqual({ version: 4, plans: DEFAULT_PLANS });
    await call('settings?version=2');
    expect(received.at(-1)).toEqual({ actorUserId: root.id, version: 2 });
    const body = { version: 4, plans: DEFAULT_PLANS, reason: ' a campaign ' };
    expect((await call('settings', { method: 'PUT', body })).body).toEqual({
      version: 5,
      plans: DEFAULT_PLANS,
    });
    const plans = DEFAULT_PLANS;
    expect(received.at(-1)).toEqual({ actorUserId: root.id, version: 4, plans, reason: 'a campaign' });
  });

  it('returns the audit log', async () => {
    expect((await call('audit-log')).body).toEqual({
      entries: [
        {
          id: CONVERSION_ID,
          actor: { id: USER_ID, username: 'root' },
          action: 'put_settings',
          subject: 'settings',
          subjectUsername: null,
          reason: 'a campaign',
          outcome: 'done',
          oldVersion: 4,
          newVersion: 5,
          createdAt: '2026-11-21T02:15:00.000Z',
        },
      ],
      pagination: expect.objectContaining({ totalCount: 1, totalPages: 1, hasNextPage: false }),
    });
  });

  it('returns only audit entries of the requested action', async () => {
    await call('audit-log?action=suspend&page=2');
    expect(received.at(-1)).toEqual({ actorUserId: root.id, page: 2, action: 'suspend' });
  });

  it.each([
    ['upgrade-to-pro', 'upgrade_to_pro'],
    ['suspend', 'suspend'],
    ['unsuspend', 'unsuspend'],
  ])('%s returns the changed user', async (path, action) => {
    const { body } = await call(`users/${USER_ID}/${path}`, { method: 'POST', body: { reason: 'why' } });
    expect(body).toEqual({ user: { ...shownAda, suspended: true } });
    const id = expect.stringMatching(UUID_V7);
    expect(received).toEqual([{ id, actorUserId: root.id, userId: USER_ID, action, reason: 'why' }]);
  });

  it('refuses the token of a suspended user immediately', async () => {
    const me = () => gateway.fetch('/api/admin/stats', { headers: user.bearer });
    expect((await me()).status).toBe(403);
    await gateway.accounts.suspendUser({ userId: user.id });
    await call(`users/${user.id}/suspend`, { method: 'POST', body: { reason: 'why' } });
    expect((await me()).status).toBe(401);
  });

  it.each([
    ['GET', 'stats?period=8', 'period', undefined],
    ['GET', 'stats?days=7', 'days', undefined],
    ['GET', 'users?page=0', 'page', undefined],
    ['GET', 'users?sort=name', 'sort', undefined],
    ['GET', 'recent-conversions?limit=101', 'limit', undefined],
    ['GET', 'audit-log?page=x', 'page', undefined],
    ['GET', 'audit-log?action=x', 'action', undefined],
    ['GET', 'settings?version=0', 'version', undefined],
    ['POST', 'users/no-id/suspend', 'id', { reason: 'why' }],
    ['POST', `users/${USER_ID}/suspend`, 'plan', { reason: 'why', plan: 'pro' }],
    ['POST', `users/${USER_ID}/suspend`, 'reason', { reason: '  ' }],
    ['POST', `users/${USER_ID}/suspend`, 'body', undefined],
    ['PUT', 'settings', 'reason', { version: 4, plans: DEFAULT_PLANS }],
    ['PUT', 'settings', 'team', { version: 4, plans: { ...DEFAULT_PLANS, team: {} }, reason: 'why' }],
    [
      'PUT',
      'settings',
      'plans.pro.concurrent',
      {
        version: 4,
        plans: { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, concurrent: 0 } },
        reason: 'why',
      },
    ],
  ])('%s %s answers 400 and names %s', async (method, path, field, body) => {
    const { status, body: answered } = await call(path, { method, body });
    expect([status, answered.error]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_request', fields: { [field]: expect.any(String) } }),
    ]);
    expect(received).toEqual([]);
  });
});
