import { z } from 'zod';
import { actorSchema } from '../administrators/dto.js';

export const listRecentConversionsSchema = actorSchema.extend({
  limit: z.int().min(1).max(100),
  before: z.uuid().optional(),
});

/** A request for the newest conversions of everybody. */
export type ListRecentConversionsRequest = z.infer<typeof listRecentConversionsSchema>;
