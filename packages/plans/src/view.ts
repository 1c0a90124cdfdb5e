import { z } from 'zod';
import { planTableSchema } from './plan.js';

/** Body of `GET /api/plans`, and the JSON in which usage sends the table to the gateway. */
export const plansViewSchema = z.strictObject({
  /** Grows when an administrator changes the table. */
  version: z.int().min(1),
  plans: planTableSchema,
});
export type PlansView = z.infer<typeof plansViewSchema>;
