import { planTableSchema } from '@filemill/plans';
import { z } from 'zod';

export const getPlansSchema = z.object({ version: z.int().min(1).optional() });

/** A request for the current table, or for an earlier one. */
export type GetPlans = z.infer<typeof getPlansSchema>;

export const putPlansSchema = z.object({
  version: z.int().min(1),
  plans: planTableSchema,
  userId: z.uuid(),
});

/** Parses `PutPlansRequest`; a refusal names the fields of the table, such as `plans.free.concurrent`. */
export type PutPlans = z.infer<typeof putPlansSchema>;
