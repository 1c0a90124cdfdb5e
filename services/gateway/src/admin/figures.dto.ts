import { CATEGORIES } from '@filemill/formats';
import { z } from 'zod';

/** Query of the calls about a period. */
export const periodQuery = z.strictObject({
  period: z
    .enum(['7', '30', '90'])
    .default('30')
    .transform(Number)
    .meta({ description: 'Days up to today, UTC' }),
});

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

const outcomes = z.object({ completed: z.int(), failed: z.int(), cancelled: z.int() });

/** Body of `GET /api/admin/series`: a row a day, oldest first. */
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
        conversionType: z.string().meta({ description: 'Category' }),
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
