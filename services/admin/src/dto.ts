import { planTableSchema } from '@filemill/plans';
import { AUDIT_ACTIONS, PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** In every request: the calling user. */
export const actorSchema = z.object({ actorUserId: z.uuid() });

/** Page number from 1. The limit keeps the offset far below 2^31. */
const pageSchema = z.int().min(1).max(1_000_000);

/** Number of days up to today. */
const periodSchema = z.literal(PERIOD_DAYS);

/** Reason of an action, in the administrator's words. */
const reasonSchema = z.string().trim().min(1).max(500);

/** Checks {@link ListUsersRequest}. */
export const listUsersSchema = actorSchema.extend({ search: z.string().trim().max(200), page: pageSchema });
/** A request for one page of users. */
export type ListUsersRequest = z.infer<typeof listUsersSchema>;

/** Checks {@link ActOnUserRequest}. */
export const actOnUserSchema = actorSchema
  .extend({
    id: z.uuidv7(),
    userId: z.uuid(),
    action: z.enum(AUDIT_ACTIONS).exclude(['put_settings']),
    reason: reasonSchema,
  })
  .refine(({ actorUserId, userId, action }) => action !== 'suspend' || actorUserId !== userId, {
    path: ['userId'],
    message: 'you cannot suspend yourself',
  });
/** A request for an action on one user. */
export type ActOnUserRequest = z.infer<typeof actOnUserSchema>;

/** Checks {@link GetSettingsRequest}. */
export const getSettingsSchema = actorSchema.extend({ version: z.int().min(1).optional() });
/** A request for the plan table in force, or for an earlier one. */
export type GetSettingsRequest = z.infer<typeof getSettingsSchema>;

/** Checks {@link PutSettingsRequest}. */
export const putSettingsSchema = actorSchema.extend({
  version: z.int().min(1),
  plans: planTableSchema,
  reason: reasonSchema,
});
/** A request to replace the plan table. */
export type PutSettingsRequest = z.infer<typeof putSettingsSchema>;

/** Checks {@link ListAuditLogRequest}. */
export const listAuditLogSchema = actorSchema.extend({
  page: pageSchema,
  action: z.enum(AUDIT_ACTIONS).optional(),
});
/** A request for one page of the audit log. */
export type ListAuditLogRequest = z.infer<typeof listAuditLogSchema>;

/** Checks {@link ExportUserRequest}. */
export const exportUserSchema = z.object({ userId: z.uuid(), page: pageSchema });
/** A request for one page of what the log holds of a user. */
export type ExportUserRequest = z.infer<typeof exportUserSchema>;

/** Checks {@link ListRecentConversionsRequest}. */
export const listRecentConversionsSchema = actorSchema.extend({
  limit: z.int().min(1).max(100),
  before: z.uuid().optional(),
});
/** A request for the newest conversions of everybody. */
export type ListRecentConversionsRequest = z.infer<typeof listRecentConversionsSchema>;

/** Checks {@link PeriodRequest}. */
export const periodRequestSchema = actorSchema.extend({ periodDays: periodSchema });
/** A request for statistics of the last days. */
export type PeriodRequest = z.infer<typeof periodRequestSchema>;
