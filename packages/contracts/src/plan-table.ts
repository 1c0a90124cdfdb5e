import { type Plan, type PlanTable, planTableSchema } from '@filemill/plans';
import type { Plan as PlanMessage, PlanTable as PlanTableMessage } from './gen/common/v1/plans.js';

/** The message of a plan table. */
export const toPlanTableMessage = ({ guest, free, pro }: PlanTable): PlanTableMessage => ({
  guest: toMessage(guest),
  free: toMessage(free),
  pro: toMessage(pro),
});

/** The plan table of a message. @throws {ZodError} if it is not valid */
export const planTableOf = (message: PlanTableMessage | undefined): PlanTable =>
  planTableSchema.parse({
    guest: fromMessage(message?.guest),
    free: fromMessage(message?.free),
    pro: fromMessage(message?.pro),
  });

/** Checks the plan table of a request, which stays the message that it is. */
export const planTableMessageSchema = planTableSchema.transform(toPlanTableMessage);

// A plan without an API: null in the table, absent in the message.
const toMessage = (plan: Plan): PlanMessage => ({ ...plan, api: plan.api ?? undefined });
const fromMessage = (plan: PlanMessage | undefined) => plan && { ...plan, api: plan.api ?? null };
