import { z } from 'zod';
import { actorSchema, periodSchema } from '../administrators/dto.js';

export const periodRequestSchema = actorSchema.extend({ periodDays: periodSchema });

/** A request for figures of the last days. */
export type PeriodRequest = z.infer<typeof periodRequestSchema>;
