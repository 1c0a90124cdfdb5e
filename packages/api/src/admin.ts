import { planTableSchema } from '@filemill/plans';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, CATEGORIES, type Outcome, USER_PLAN_IDS } from '@filemill/product';
import { z } from 'zod';
import { paginationSchema, periodDays } from './fields.js';
import { defineRoute, type Route } from './route.js';

/** The limit of the services, too: search finds what is on later pages. */
const MAX_PAGE = 100_000;

/** Number of a page in a query, from 1. */
export const pageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_PAGE)
  .default(1)
  .meta({ description: 'From 1; 20 a page' });

const adminPaginationSchema = paginationSchema.meta({ id: 'AdminPagination' });

/** A user as administrators see the account. */
export const adminUserSchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    plan: z.enum(USER_PLAN_IDS),
    createdAt: z.iso.datetime(),
    totalConversions: z.int().meta({ description: 'Completed ones' }),
    suspended: z.boolean(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Query of `GET /api/admin/users`. */
export const usersQuery = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ description: 'Part of an e-mail address, a name or an id' }),
  page: pageNumber,
});

/** Body of `GET /api/admin/users`: newest first. */
export const usersSchema = z
  .object({ users: z.array(adminUserSchema), pagination: adminPaginationSchema })
  .meta({ id: 'AdminUsers' });
export type Users = z.infer<typeof usersSchema>;

/** The reason of an action; written to the audit log. */
export const reason = z.string().trim().min(1).max(500).meta({ description: 'Kept in the audit log' });

/** Body of the actions on a user. */
export const actionBody = z.strictObject({ reason });

/** Answer of the actions on a user: the user after the action. */
export const actionSchema = z.object({ user: adminUserSchema }).meta({ id: 'AdminAction' });
export type Action = z.infer<typeof actionSchema>;

/** Path parameters of the actions on a user. */
export const userParams = z.object({ id: z.uuid() });

/** Query of the calls about a period. */
export const periodQuery = z.strictObject({ period: periodDays });

const amount = z.number().meta({ description: 'In units of the currency, such as euros' });

/** Body of `GET /api/admin/stats`. */
export const statsSchema = z
  .object({
    totalUsers: z.int(),
    newUsersThisPeriod: z.int(),
    totalConversions: z.int().meta({ description: 'Completed ones' }),
    conversionsThisPeriod: z.int(),
    totalRevenue: amount,
    revenueThisPeriod: amount,
    proUsers: z.int().meta({ description: 'Paid, granted or in grace' }),
    payingUsers: z.int().meta({ description: 'With a subscription that is paid or in grace; grants apart' }),
    proUserPercentage: z.number().meta({ description: 'Of all users, one decimal' }),
  })
  .meta({ id: 'AdminStats' });
export type Stats = z.infer<typeof statsSchema>;

const outcomes = z.object({
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
} satisfies Record<Outcome, z.ZodInt>);

/** Body of `GET /api/admin/series`: one row for each day, oldest first. */
export const seriesSchema = z
  .array(
    z
      .object({
        date: z.iso.date(),
        users: z.int().meta({ description: 'New ones' }),
        conversions: z.partialRecord(z.enum(CATEGORIES), outcomes),
        revenue: amount,
      })
      .meta({ id: 'AdminSeriesDay' }),
  )
  .meta({ id: 'AdminSeries' });
export type Series = z.infer<typeof seriesSchema>;

/** Query of `GET /api/admin/recent-conversions`. */
export const recentConversionsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.uuid().optional().meta({ description: 'Id of a conversion: only older ones' }),
});

/** Body of `GET /api/admin/recent-conversions`: newest first. */
export const recentConversionsSchema = z
  .array(
    z
      .object({
        id: z.uuid(),
        originalFileName: z.string().nullable().meta({ description: 'Null once the file is erased' }),
        conversionType: z.enum(CATEGORIES),
        originalFormat: z.string(),
        outputFormat: z.string(),
        originalSize: z.int(),
        createdAt: z.iso.datetime(),
        status: z.string().meta({ description: 'pending, converting, completed, failed, cancelled' }),
        user: z
          .object({ username: z.string() })
          .nullable()
          .meta({ description: 'Null for guests and deleted users' }),
      })
      .meta({ id: 'AdminConversion' }),
  )
  .meta({ id: 'AdminConversions' });
export type RecentConversions = z.infer<typeof recentConversionsSchema>;

const version = z.int().min(1);

/** Body of `GET /api/admin/settings`, and answer of the PUT. */
export const settingsSchema = z.object({ version, plans: planTableSchema }).meta({ id: 'AdminSettings' });
export type Settings = z.infer<typeof settingsSchema>;

/** Query of `GET /api/admin/settings`. */
export const settingsQuery = z.strictObject({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'An earlier one; without it the one in force' }),
});

/** Body of `PUT /api/admin/settings`. */
export const putSettingsBody = z.strictObject({
  version: version.meta({ description: 'The one that the table was made from' }),
  plans: planTableSchema,
  reason,
});

/** Query of `GET /api/admin/audit-log`. */
export const auditLogQuery = z.strictObject({
  page: pageNumber,
  action: z.enum(AUDIT_ACTIONS).optional().meta({ description: 'Only entries of this one' }),
});

/** Body of `GET /api/admin/audit-log`: newest first. */
export const auditLogSchema = z
  .object({
    entries: z.array(
      z
        .object({
          id: z.uuid(),
          actor: z.object({ id: z.uuid(), username: z.string().nullable() }),
          action: z.enum(AUDIT_ACTIONS),
          subject: z.string().meta({ description: 'Id of a user, or `settings`' }),
          subjectUsername: z.string().nullable().meta({ description: 'As it is now' }),
          reason: z.string(),
          outcome: z
            .enum(AUDIT_OUTCOMES)
            .meta({ description: '`begun` if it is unknown whether it took effect' }),
          oldVersion: z.int().nullable().meta({ description: 'Of settings' }),
          newVersion: z.int().nullable(),
          createdAt: z.iso.datetime(),
        })
        .meta({ id: 'AuditEntry' }),
    ),
    pagination: adminPaginationSchema,
  })
  .meta({ id: 'AuditLog' });
export type AuditLog = z.infer<typeof auditLogSchema>;

const health = z.string().meta({ description: 'operational, degraded or down' });
const percent = z.number().meta({ description: 'Percent, one decimal' });
const bytes = z.int().nullable();

/** Body of `GET /api/admin/system-status`; a figure that is not available now is null. */
export const adminSystemStatusSchema = z
  .object({
    serverStatus: health,
    databaseStatus: health,
    vpsStatus: health.meta({ description: 'Of the workers: operational, degraded or down' }),
    storageUsed: bytes,
    storageTotal: bytes.meta({ description: 'Null too where the store has no end' }),
    dbConnections: z.int().nullable(),
    dbQueriesPerSecond: z
      .number()
      .nullable()
      .meta({
        description:
          'Transactions a second of all services over the last minute, a query outside of one counting as one: Postgres ' +
          'counts these itself, and single queries only with an extension',
      }),
    dbSize: bytes,
    cpuUsage: percent,
    memoryUsage: percent,
    avgResponseTime: z
      .number()
      .nullable()
      .meta({ description: 'Milliseconds, over the last five minutes and all gateways' }),
    services: z.array(z.object({ name: z.string(), status: health })),
    queues: z.array(
      z.object({
        name: z.string().meta({ description: 'Lane' }),
        waiting: z.int(),
        active: z.int(),
        slots: z.int().meta({ description: 'Conversions that the workers alive can run at once' }),
      }),
    ),
  })
  .meta({ id: 'AdminSystemStatus' });
export type AdminSystemStatus = z.infer<typeof adminSystemStatusSchema>;

const actionRoute = (id: string, path: `/api/${string}`, summary: string): Route => ({
  id,
  tag: 'Admin',
  method: 'POST',
  path,
  summary,
  callers: ['admin'],
  body: actionBody,
  answers: { 200: actionSchema },
});

/** Routes for administrators. */
export const adminApi = {
  getAdminStats: defineRoute({
    method: 'GET',
    path: '/api/admin/stats',
    id: 'getAdminStats',
    tag: 'Admin',
    summary: 'Users, conversions and revenue, in all and of a period',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: statsSchema },
  }),
  getAdminSeries: defineRoute({
    method: 'GET',
    path: '/api/admin/series',
    id: 'getAdminSeries',
    tag: 'Admin',
    summary: 'The same by day',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: seriesSchema },
  }),
  listRecentConversions: defineRoute({
    method: 'GET',
    path: '/api/admin/recent-conversions',
    id: 'listRecentConversions',
    tag: 'Admin',
    summary: 'Conversions of everybody, newest first',
    callers: ['admin'],
    query: recentConversionsQuery,
    answers: { 200: recentConversionsSchema },
  }),
  getSettings: defineRoute({
    method: 'GET',
    path: '/api/admin/settings',
    id: 'getSettings',
    tag: 'Admin',
    summary: 'The plan table in force with its version, or an earlier one',
    callers: ['admin'],
    query: settingsQuery,
    errors: ['NOT_FOUND'],
    answers: { 200: settingsSchema },
  }),
  putSettings: defineRoute({
    method: 'PUT',
    path: '/api/admin/settings',
    id: 'putSettings',
    tag: 'Admin',
    summary: 'Puts a plan table in force, everywhere within 60 s',
    description: 'Refused with `invalid_request` if `version` is no longer the current one.',
    callers: ['admin'],
    body: putSettingsBody,
    answers: { 200: settingsSchema },
  }),
  listAuditLog: defineRoute({
    method: 'GET',
    path: '/api/admin/audit-log',
    id: 'listAuditLog',
    tag: 'Admin',
    summary: 'What administrators did: who, whom, when and why',
    callers: ['admin'],
    query: auditLogQuery,
    answers: { 200: auditLogSchema },
  }),
  getAdminSystemStatus: defineRoute({
    method: 'GET',
    path: '/api/admin/system-status',
    id: 'getAdminSystemStatus',
    tag: 'Admin',
    summary: 'Services, workers, queues, store, Postgres and the machine, as they are now',
    callers: ['admin'],
    answers: { 200: adminSystemStatusSchema },
  }),
  listUsers: defineRoute({
    method: 'GET',
    path: '/api/admin/users',
    id: 'listUsers',
    tag: 'Admin',
    summary: 'Users, newest first',
    callers: ['admin'],
    query: usersQuery,
    answers: { 200: usersSchema },
  }),
  upgradeUserToPro: defineRoute(
    actionRoute(
      'upgradeUserToPro',
      '/api/admin/users/{id}/upgrade-to-pro',
      'Grants Pro for 365 days without payment',
    ),
  ),
  suspendUser: defineRoute(
    actionRoute(
      'suspendUser',
      '/api/admin/users/{id}/suspend',
      'Ends all sessions, refuses new ones and cancels a paid subscription with its period; the data is kept',
    ),
  ),
  unsuspendUser: defineRoute(
    actionRoute('unsuspendUser', '/api/admin/users/{id}/unsuspend', 'Lifts a suspension'),
  ),
};
