import { CATEGORIES, fromCategories } from '@filemill/product';
import { z } from 'zod';
import { usageSchema, userSchema } from './account.js';
import { conversionSchema } from './conversions.js';
import { periodDays } from './fields.js';
import { activityRowSchema } from './history.js';
import { defineRoute } from './route.js';
import { password } from './sign-in.js';

/** Body of `GET /api/user`. */
export const userPageSchema = z
  .object({
    user: userSchema,
    usage: usageSchema,
    recentActivity: z.array(activityRowSchema).meta({ description: 'The ten newest' }),
  })
  .meta({ id: 'UserPage' });
export type UserPage = z.infer<typeof userPageSchema>;

/** Body of `DELETE /api/user`. */
export const deleteUserBody = z.strictObject({ password });

/** Answer of `POST /api/user/api-key`. */
export const apiKeySchema = z.object({ apiKey: z.string() }).meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Query of `GET /api/user/analytics`. */
export const analyticsQuery = z.strictObject({ days: periodDays });

/** A conversion with everything that is stored about it. */
const exportedConversionSchema = conversionSchema
  .extend({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'ExportedConversion', description: 'A conversion with the options that were chosen' });
export type ExportedConversion = z.infer<typeof exportedConversionSchema>;

/** Body of `GET /api/user/export`. */
export const exportSchema = z
  .object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    billing: z.record(z.string(), z.unknown()),
    usage: z.object({
      counters: z.array(z.object({ period: z.string(), category: z.string(), used: z.int() })).meta({
        description:
          'What counts for the plan, by month or day; `now` is what has not ended, `failed_work_ms` the engine time of failed conversions in an hour',
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
        .meta({ description: 'Sums of each day, of completed conversions but for `failed`' }),
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
          role: z.string().meta({ description: '`subject`, or `actor` of an own action' }),
          action: z.string(),
          reason: z.string(),
          outcome: z.string(),
          oldVersion: z.int().nullable(),
          newVersion: z.int().nullable(),
          createdAt: z.iso.datetime(),
        }),
      )
      .meta({ description: 'What administrators did to the user, or the user as one' }),
    conversions: z.array(exportedConversionSchema),
  })
  .meta({ id: 'UserExport' });
export type UserExportBody = z.infer<typeof exportSchema>;

/** Answer of `GET /api/validate-key`. */
export const keyViewSchema = z
  .object({
    valid: z.literal(true),
    plan: z.string(),
    user: z.object({ id: z.uuid(), username: z.string() }),
    usage: usageSchema,
  })
  .meta({ id: 'KeyView' });
export type KeyView = z.infer<typeof keyViewSchema>;

const sizeBytes = z.int().min(0);
const format = z.string().min(1).max(32);

/** Body of `POST /api/track-conversion`. */
export const trackedConversionBody = z.strictObject({
  originalSize: sizeBytes,
  convertedSize: sizeBytes,
  conversionType: z.enum(CATEGORIES),
  originalFormat: format,
  outputFormat: format,
  originalFileName: z.string().min(1).max(1_024),
});

/** Body of `GET /api/user/analytics`. */
export const analyticsSchema = z
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
export const userApi = {
  getUser: defineRoute({
    method: 'GET',
    path: '/api/user',
    id: 'getUser',
    tag: 'Accounts',
    summary: 'The user, what is used of the plan, and the newest conversions',
    description: 'Made to be asked often: send the last `ETag` as `If-None-Match`.',
    callers: ['bearer'],
    answers: {
      200: {
        description: 'The page',
        content: { 'application/json': userPageSchema },
        headers: { ETag: 'Of all that the page shows' },
      },
      304: 'As known by `If-None-Match`',
    },
  }),
  deleteUser: defineRoute({
    method: 'DELETE',
    path: '/api/user',
    id: 'deleteUser',
    tag: 'Accounts',
    summary: 'Deletes the account with everything that belongs to it',
    callers: ['bearer'],
    body: deleteUserBody,
    answers: { 204: 'It is gone' },
    errors: ['PASSWORD_WRONG', 'OVERLOADED'],
  }),
  rotateApiKey: defineRoute({
    method: 'POST',
    path: '/api/user/api-key',
    id: 'rotateApiKey',
    tag: 'Accounts',
    summary: 'Makes a new API key; the old one dies',
    callers: ['bearer'],
    answers: { 200: apiKeySchema },
    errors: ['PLAN_REQUIRED'],
  }),
  exportUser: defineRoute({
    method: 'GET',
    path: '/api/user/export',
    id: 'exportUser',
    tag: 'Accounts',
    summary: 'Everything that is held about the user, as a file',
    callers: ['bearer'],
    answers: { 200: exportSchema },
  }),
  getAnalytics: defineRoute({
    method: 'GET',
    path: '/api/user/analytics',
    id: 'getAnalytics',
    tag: 'Accounts',
    summary: 'Completed conversions by day, and how well they went',
    callers: ['bearer'],
    query: analyticsQuery,
    answers: { 200: analyticsSchema },
  }),
  validateKey: defineRoute({
    method: 'GET',
    path: '/api/validate-key',
    id: 'validateKey',
    tag: 'Accounts',
    summary: 'Whose API key this is, and what is used of the plan',
    callers: ['apiKey'],
    answers: { 200: keyViewSchema },
  }),
  trackConversion: defineRoute({
    method: 'POST',
    path: '/api/track-conversion',
    id: 'trackConversion',
    tag: 'Conversions',
    summary: 'A report of a conversion; it is checked and never counts',
    callers: ['bearer', 'apiKey'],
    body: trackedConversionBody,
    answers: { 204: 'Understood' },
  }),
};
