import { planTableMessageSchema } from '@filemill/contracts';
import { z } from 'zod';

export const getPlansSchema = z.object({ version: z.int().min(1).optional() });

/** A request for the table in force, or for an earlier one. */
export type GetPlans = z.infer<typeof getPlansSchema>;

export const putPlansSchema = z.object({
  version: z.int().min(1),
  plans: planTableMessageSchema,
  userId: z.uuid(),
});

/** A request to put a plan table in force. */
export type PutPlans = z.infer<typeof putPlansSchema>;
