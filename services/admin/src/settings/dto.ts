import { type PlanTable, planTableSchema } from '@filemill/plans';
import { jsonText } from '@filemill/platform';
import { z } from 'zod';
import { actorSchema, reasonSchema } from '../administrators/dto.js';

/** A plan table, some 3 kB. */
const plansJson = jsonText.pipe(planTableSchema);

export const getSettingsSchema = actorSchema.extend({ version: z.int().min(1).nullish() });

/** A request for the plan table in force, or for an earlier one. */
export type GetSettingsRequest = z.infer<typeof getSettingsSchema>;

export const putSettingsSchema = actorSchema
  .extend({ version: z.int().min(1), plansJson, reason: reasonSchema })
  .transform(({ plansJson: plans, ...rest }) => ({ ...rest, plans }));

/** A request to replace the plan table. */
export interface PutSettingsRequest {
  readonly actorUserId: string;
  /** The version that the table was made from. */
  readonly version: number;
  readonly plans: PlanTable;
  readonly reason: string;
}
