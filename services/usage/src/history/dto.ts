import { z } from 'zod';
import { userSchema } from '../conversions/dto.js';
import { sinceMs } from '../fields.js';

/** Maximum users of one call. */
const USERS_AT_ONCE = 500;

const guest = z.object({
  kind: z.literal('guest'),
  id: z.string().min(32).max(64),
  address: z.string().max(64),
  plan: z.literal('guest'),
});
const pageSize = z.int().min(1).max(100);

export const getOverviewSchema = z.object({ owner: z.discriminatedUnion('kind', [userSchema, guest]) });
export type GetOverview = z.infer<typeof getOverviewSchema>;

/** Only users have a history; guests see their newest conversions. */
export const listConversionsSchema = z.object({
  owner: userSchema,
  page: z.int().min(1).max(10_000_000),
  pageSize,
});
export type ListConversions = z.infer<typeof listConversionsSchema>;

export const getAnalyticsSchema = z.object({ owner: userSchema, sinceMs });
export type GetAnalytics = z.infer<typeof getAnalyticsSchema>;

export const listRecentConversionsSchema = z.object({ limit: pageSize, beforeId: z.uuid().optional() });
export type ListRecentConversions = z.infer<typeof listRecentConversionsSchema>;

export const countByUserSchema = z.object({ userIds: z.array(z.uuid()).max(USERS_AT_ONCE) });
export type CountByUser = z.infer<typeof countByUserSchema>;
