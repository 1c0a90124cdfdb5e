import { z } from 'zod';
import { actorSchema, pageSchema } from '../administrators/dto.js';

export const listAuditLogSchema = actorSchema.extend({ page: pageSchema });

/** A request for one page of the audit log. */
export type ListAuditLogRequest = z.infer<typeof listAuditLogSchema>;
