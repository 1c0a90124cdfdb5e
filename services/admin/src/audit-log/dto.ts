import { AUDIT_ACTIONS } from '@filemill/product';
import { z } from 'zod';
import { actorSchema, pageSchema } from '../administrators/dto.js';

export const listAuditLogSchema = actorSchema.extend({
  page: pageSchema,
  action: z.enum(AUDIT_ACTIONS).optional(),
});

/** A request for one page of the audit log. */
export type ListAuditLogRequest = z.infer<typeof listAuditLogSchema>;

export const exportUserSchema = z.object({ userId: z.uuid(), page: pageSchema });

/** A request for one page of what the log holds of a user. */
export type ExportUserRequest = z.infer<typeof exportUserSchema>;
