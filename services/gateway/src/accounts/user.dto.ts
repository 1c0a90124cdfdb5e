import { CATEGORIES } from '@filemill/formats';
import { z } from 'zod';
import { conversionSchema } from '../conversions/dto.js';
import { activityRowSchema } from '../history/activity-row.js';
import { password } from './sign-in.dto.js';
import { usageSchema } from './usage-view.js';
import { userSchema } from './user-view.js';

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
export const analyticsQuery = z.strictObject({
  days: z
    .enum(['7', '30', '90'])
    .default('30')
    .transform(Number)
    .meta({ description: 'Days up to today, UTC' }),
});

/** A conversion with all that is held about it. */
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
