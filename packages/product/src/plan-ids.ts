/** The plans, from the smallest to the largest. */
export const PLAN_IDS = ['guest', 'free', 'pro'] as const;
/** One of {@link PLAN_IDS}. */
export type PlanId = (typeof PLAN_IDS)[number];
