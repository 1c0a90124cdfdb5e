import { CATEGORIES, fromCategories } from '@filemill/product';
import { z } from 'zod';
import { usageSchema, userSchema } from './account.js';
import { conversionSchema } from './conversions.js';
import { periodDays } from './fields.js';
import { activityRowSchema } from './history.js';
import { defineRoutes } from './route.js';
import { password } from './sign-in.js';

/** Body of `GET /api/user`. */
const userPageSchema = z
  .object({
    user: userSchema,
    usage: usageSchema,
    recentActivity: z.array(activityRowSchema).meta({ description: 'The ten newest' }),
  })
  .meta({ id: 'UserPage' });
export type UserPage = z.infer<typeof userPageSchema>;

/** Answer of `POST /api/user/api-key`. */
const apiKeySchema = z.object({ apiKey: z.string() }).meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Body of `GET /api/user/export`. */
const exportSchema = z
  .object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    billing: z.record(z.string(), z.unknown()),
    usage: z.object({
      counters: z.array(z.object({ period: z.string(), category: z.string(), used: z.int() })).meta({
        description:
          'Counters of the plan, by month or day; `now` counts unfinished conversions, `failed_work_ms` the engine time of failed conversions in an hour',
      }),
      days: z
        .array(
          z.object({
            date: z.iso.date(),
            category: z.string(),
            completed: z.int(),
            failed: z.int(),
            inputBytes: z.int(),
            savedBytes: z.int(),
            processingMs: z.int(),
          }),
        )
        .meta({ description: 'Sums of each day; all except `failed` are of completed conversions' }),
      idempotencyKeys: z.array(
        z.object({
          key: z.string(),
          conversionId: z.uuid(),
          requestHash: z.string().meta({ description: 'SHA-256 in hexadecimal' }),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
    auditLog: z
      .array(
        z.object({
          id: z.uuid(),
          role: z.string().meta({
            description: '`subject` if the action was done to the user, `actor` if the user did it',
          }),
          action: z.string(),
          reason: z.string(),
          outcome: z.string(),
          oldVersion: z.int().nullable(),
          newVersion: z.int().nullable(),
          createdAt: z.iso.datetime(),
        }),
      )
      .meta({ description: 'Actions of administrators on the user, and of the user as an administrator' }),
    conversions: z.array(conversionSchema),
  })
  .meta({ id: 'UserExport' });
export type UserExportBody = z.infer<typeof exportSchema>;

const sizeBytes = z.int().min(0);
const format = z.string().min(1).max(32);

/** Body of `GET /api/user/analytics`. */
const analyticsSchema = z
  .object({
    days: z.array(
      z.object({
        date: z.iso.date(),
        byCategory: z.object(fromCategories(() => z.int())),
        megabytes: z.number().meta({ description: 'Input, two decimals' }),
      }),
    ),
    averageSeconds: z.number().nullable().meta({ description: 'Null without a completed conversion' }),
    successRate: z.number().nullable().meta({ description: '0 to 1; null without an ended conversion' }),
    sizeSavedMB: z.number(),
  })
  .meta({ id: 'Analytics' });
export type AnalyticsView = z.infer<typeof analyticsSchema>;

/** Routes of the caller's account. */
export const userApi = defineRoutes('Accounts', {
  getUser: {
    method: 'GET',
    path: '/api/user',
    summary: 'The user, the usage of the plan, and the newest conversions',
    description: 'Suitable for polling: send the last `ETag` as `If-None-Match`.',
    callers: ['bearer'],
    answers: {
      200: {
        description: 'The user, the usage and the newest conversions',
        content: { 'application/json': userPageSchema },
        headers: { ETag: 'Changes with any part of the answer' },
      },
      304: 'Unchanged since the `ETag` in `If-None-Match`',
    },
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/user',
    summary: 'Deletes the account with everything that belongs to it',
    callers: ['bearer'],
    body: z.strictObject({ password }),
    answers: { 204: 'Deleted' },
    errors: ['PASSWORD_WRONG', 'OVERLOADED'],
  },
  rotateApiKey: {
    method: 'POST',
    path: '/api/user/api-key',
    summary: 'Creates a new API key; the old one becomes invalid',
    callers: ['bearer'],
    answers: { 200: apiKeySchema },
    errors: ['PLAN_REQUIRED'],
  },
  exportUser: {
    method: 'GET',
    path: '/api/user/export',
    summary: 'All data that is stored about the user, as a file',
    callers: ['bearer'],
    answers: { 200: exportSchema },
  },
  getAnalytics: {
    method: 'GET',
    path: '/api/user/analytics',
    summary: 'Completed conversions by day, with success rate and average duration',
    callers: ['bearer'],
    query: z.strictObject({ days: periodDays }),
    answers: { 200: analyticsSchema },
  },
  validateKey: {
    method: 'GET',
    path: '/api/validate-key',
    summary: 'The owner of an API key, and the usage of the plan',
    callers: ['apiKey'],
    answers: {
      200: z
        .object({
          valid: z.literal(true),
          plan: z.string(),
          user: z.object({ id: z.uuid(), username: z.string() }),
          usage: usageSchema,
        })
        .meta({ id: 'KeyView' }),
    },
  },
  trackConversion: {
    method: 'POST',
    path: '/api/track-conversion',
    tag: 'Conversions',
    summary: 'Accepts a report of a conversion; it is validated, but never counted',
    callers: ['bearer', 'apiKey'],
    body: z.strictObject({
      originalSize: sizeBytes,
      convertedSize: sizeBytes,
      conversionType: z.enum(CATEGORIES),
      originalFormat: format,
      outputFormat: format,
      originalFileName: z.string().min(1).max(1_024),
    }),
    answers: { 204: 'Accepted' },
  },
});
