import { type PlanTable, planTableSchema } from '@filemill/plans';
import { parseOrThrow } from '@filemill/platform';
import { z } from 'zod';

export const getPlansSchema = z.object({ version: z.int().min(1).nullish() });

/** A request for the current table, or for an earlier one. */
export type GetPlans = z.infer<typeof getPlansSchema>;

/** A new plan table. */
export interface PutPlans {
  /** The version that it was edited from. */
  readonly version: number;
  readonly plans: PlanTable;
  readonly userId: string;
}

const requestSchema = z.object({
  version: z.int().min(1),
  plansJson: z.string().max(65_536),
  userId: z.uuid(),
});

/** Parses `PutPlansRequest`; a refusal names the fields of the table, such as `plans.free.concurrent`. */
export class PutPlansPipe {
  /** @throws {AppError} INVALID_REQUEST */
  transform(value: unknown): PutPlans {
    const { version, plansJson, userId } = parseOrThrow(requestSchema, value);
    const { plans } = parseOrThrow(z.object({ plans: planTableSchema }), { plans: parseJson(plansJson) });
    return { version, plans, userId };
  }
}

/** Undefined if it is not JSON: the schema then reports what was expected. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
