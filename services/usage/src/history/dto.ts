import { z } from 'zod';
import { instantMs, userSchema } from '../conversions/dto.js';

/** Maximum users of one call. */
const USERS_AT_ONCE = 500;

const guest = z.object({
  kind: z.literal('guest'),
  id: z.string().min(32).max(64),
  address: z.string().max(64),
  plan: z.literal('guest'),
});
const pageSize = z.int().min(1).max(100);

/** Checks {@link GetOverviewRequest}. */
export const getOverviewSchema = z.object({ owner: z.discriminatedUnion('kind', [userSchema, guest]) });
/** A request for an owner's use of the allowance and newest conversions. */
export type GetOverviewRequest = z.infer<typeof getOverviewSchema>;

/** Only users have a history; guests see their newest conversions. */
export const listConversionsSchema = z.object({
  owner: userSchema,
  page: z.int().min(1).max(10_000_000),
  pageSize,
});
/** A request for one page of a user's conversions. */
export type ListConversionsRequest = z.infer<typeof listConversionsSchema>;

/** Checks {@link GetAnalyticsRequest}. */
export const getAnalyticsSchema = z.object({ owner: userSchema, sinceMs: instantMs });
/** A request for sums of a user's conversions since an instant. */
export type GetAnalyticsRequest = z.infer<typeof getAnalyticsSchema>;

/** Checks {@link ListRecentConversionsRequest}. */
export const listRecentConversionsSchema = z.object({ limit: pageSize, beforeId: z.uuid().optional() });
/** A request for the newest conversions of all owners. */
export type ListRecentConversionsRequest = z.infer<typeof listRecentConversionsSchema>;

/** Checks {@link CountByUserRequest}. */
export const countByUserSchema = z.object({ userIds: z.array(z.uuid()).max(USERS_AT_ONCE) });
/** A request for the numbers of completed conversions of some users. */
export type CountByUserRequest = z.infer<typeof countByUserSchema>;
