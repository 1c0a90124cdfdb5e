import { planTableSchema } from '@filemill/plans';
import { z } from 'zod';
import { actorSchema, reasonSchema } from '../administrators/dto.js';

export const getSettingsSchema = actorSchema.extend({ version: z.int().min(1).optional() });

/** A request for the plan table in force, or for an earlier one. */
export type GetSettingsRequest = z.infer<typeof getSettingsSchema>;

export const putSettingsSchema = actorSchema.extend({
  version: z.int().min(1),
  plans: planTableSchema,
  reason: reasonSchema,
});

/** A request to replace the plan table. */
export type PutSettingsRequest = z.infer<typeof putSettingsSchema>;
