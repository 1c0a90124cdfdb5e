import { planTableSchema } from '@filemill/plans';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, CATEGORIES, type Outcome, USER_PLAN_IDS } from '@filemill/product';
import { z } from 'zod';
import { paginationSchema, periodDays } from './fields.js';
import { defineRoutes } from './route.js';

/** The same limit as in the services; older rows are found by a search. */
const MAX_PAGE = 100_000;

/** Number of a page in a query, from 1. */
const pageNumber = z.coerce
  .number<number | string>()
  .int()
  .min(1)
  .max(MAX_PAGE)
  .default(1)
  .meta({ description: 'From 1; 20 a page' });

const adminPaginationSchema = paginationSchema.meta({ id: 'AdminPagination' });

/** A user as administrators see it. */
const adminUserSchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    plan: z.enum(USER_PLAN_IDS),
    createdAt: z.iso.datetime(),
    totalConversions: z.int().meta({ description: 'Completed conversions' }),
    suspended: z.boolean(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Body of `GET /api/admin/users`: newest first. */
const usersSchema = z
  .object({ users: z.array(adminUserSchema), pagination: adminPaginationSchema })
  .meta({ id: 'AdminUsers' });
export type Users = z.infer<typeof usersSchema>;

/** Why an administrator acts; written to the audit log. */
const reason = z.string().trim().min(1).max(500).meta({ description: 'Kept in the audit log' });

/** Answer of the actions on a user: the user after the action. */
const actionResultSchema = z.object({ user: adminUserSchema }).meta({ id: 'AdminAction' });
export type ActionResult = z.infer<typeof actionResultSchema>;

/** Query of the routes that report about a period. */
const periodQuery = z.strictObject({ period: periodDays });

const amount = z.number().meta({ description: 'In units of the currency, such as euros' });

/** Body of `GET /api/admin/stats`. */
const statsSchema = z
  .object({
    totalUsers: z.int(),
    newUsersThisPeriod: z.int(),
    totalConversions: z.int().meta({ description: 'Completed conversions' }),
    conversionsThisPeriod: z.int(),
    totalRevenue: amount,
    revenueThisPeriod: amount,
    proUsers: z.int().meta({ description: 'Users whose Pro is paid, granted or in its grace period' }),
    payingUsers: z
      .int()
      .meta({ description: 'Users with a subscription that is paid or in its grace period, without grants' }),
    proUserPercentage: z.number().meta({ description: 'Percent of all users, one decimal' }),
  })
  .meta({ id: 'AdminStats' });
export type Stats = z.infer<typeof statsSchema>;

const outcomes = z.object({
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
} satisfies Record<Outcome, z.ZodInt>);

/** Body of `GET /api/admin/series`: one row per day, oldest first. */
const seriesSchema = z
  .array(
    z
      .object({
        date: z.iso.date(),
        users: z.int().meta({ description: 'New users' }),
        conversions: z.partialRecord(z.enum(CATEGORIES), outcomes),
        revenue: amount,
      })
      .meta({ id: 'AdminSeriesDay' }),
  )
  .meta({ id: 'AdminSeries' });
export type Series = z.infer<typeof seriesSchema>;

/** Body of `GET /api/admin/recent-conversions`: newest first. */
const recentConversionsSchema = z
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
const settingsSchema = z.object({ version, plans: planTableSchema }).meta({ id: 'AdminSettings' });
export type Settings = z.infer<typeof settingsSchema>;

/** Body of `GET /api/admin/audit-log`: newest first. */
const auditLogSchema = z
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
          oldVersion: z
            .int()
            .nullable()
            .meta({ description: 'Version of the settings before a change of them' }),
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

/** Body of `GET /api/admin/system-status`; a figure that is unavailable is null. */
const adminSystemStatusSchema = z
  .object({
    serverStatus: health,
    databaseStatus: health,
    vpsStatus: health.meta({ description: 'Of the workers: operational, degraded or down' }),
    storageUsed: bytes,
    storageTotal: bytes.meta({ description: 'Null also for a store without a fixed size' }),
    dbConnections: z.int().nullable(),
    dbQueriesPerSecond: z
      .number()
      .nullable()
      .meta({
        description:
          'Transactions a second of all services over the last minute; a query outside a transaction counts as one. ' +
          'Postgres counts transactions itself, but single queries only with an extension',
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
        slots: z.int().meta({ description: 'Conversions that the running workers can run at once' }),
      }),
    ),
  })
  .meta({ id: 'AdminSystemStatus' });
export type AdminSystemStatus = z.infer<typeof adminSystemStatusSchema>;

const action = <const P extends `/api/admin/users/{id}/${string}`>(path: P, summary: string) =>
  ({
    method: 'POST',
    path,
    summary,
    callers: ['admin'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ reason }),
    answers: { 200: actionResultSchema },
  }) as const;

/** Routes for administrators. */
export const adminApi = defineRoutes('Admin', {
  getAdminStats: {
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'Users, conversions and revenue, in total and for a period',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: statsSchema },
  },
  getAdminSeries: {
    method: 'GET',
    path: '/api/admin/series',
    summary: 'Users, conversions and revenue by day',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: seriesSchema },
  },
  listRecentConversions: {
    method: 'GET',
    path: '/api/admin/recent-conversions',
    summary: 'Conversions of all callers, newest first',
    callers: ['admin'],
    query: z.strictObject({
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
      before: z.uuid().optional().meta({ description: 'Id of a conversion: only older ones' }),
    }),
    answers: { 200: recentConversionsSchema },
  },
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'The plan table in force with its version, or an earlier one',
    callers: ['admin'],
    query: z.strictObject({
      version: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .optional()
        .meta({ description: 'An earlier version; without it the current one' }),
    }),
    errors: ['NOT_FOUND'],
    answers: { 200: settingsSchema },
  },
  putSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    summary: 'Puts a plan table in force, everywhere within 60 s',
    description: 'Refused with `invalid_request` if `version` is no longer the current one.',
    callers: ['admin'],
    body: z.strictObject({
      version: version.meta({ description: 'The version that was edited' }),
      plans: planTableSchema,
      reason,
    }),
    answers: { 200: settingsSchema },
  },
  listAuditLog: {
    method: 'GET',
    path: '/api/admin/audit-log',
    summary: 'Actions of administrators: who, to which user, when and why',
    callers: ['admin'],
    query: z.strictObject({
      page: pageNumber,
      action: z.enum(AUDIT_ACTIONS).optional().meta({ description: 'Only entries of this action' }),
    }),
    answers: { 200: auditLogSchema },
  },
  getAdminSystemStatus: {
    method: 'GET',
    path: '/api/admin/system-status',
    summary: 'Current state of services, workers, queues, store, Postgres and the machine',
    callers: ['admin'],
    answers: { 200: adminSystemStatusSchema },
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Users, newest first',
    callers: ['admin'],
    query: z.strictObject({
      search: z
        .string()
        .trim()
        .max(200)
        .default('')
        .meta({ description: 'Part of an e-mail address, a name or an id' }),
      page: pageNumber,
    }),
    answers: { 200: usersSchema },
  },
  upgradeUserToPro: action('/api/admin/users/{id}/upgrade-to-pro', 'Grants Pro for 365 days without payment'),
  suspendUser: action(
    '/api/admin/users/{id}/suspend',
    'Ends all sessions, refuses new ones, and cancels a paid subscription at the end of its period; the data is kept',
  ),
  unsuspendUser: action('/api/admin/users/{id}/unsuspend', 'Lifts a suspension'),
});
