import { z } from 'zod';

/** Which page, from 1. The bound keeps the offset far below 2^31. */
export const listAuditLogSchema = z.object({ page: z.int().min(1).max(1_000_000) });

/** A request for one page of the audit log. */
export type ListAuditLogRequest = z.infer<typeof listAuditLogSchema>;
