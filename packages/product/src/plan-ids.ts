/** The plans of users with an account, from the smaller to the larger. */
export const USER_PLAN_IDS = ['free', 'pro'] as const;
/** One of {@link USER_PLAN_IDS}. */
export type UserPlanId = (typeof USER_PLAN_IDS)[number];

/** The plans, from the smallest to the largest. */
export const PLAN_IDS = ['guest', ...USER_PLAN_IDS] as const;
/** One of {@link PLAN_IDS}. */
export type PlanId = (typeof PLAN_IDS)[number];

/** Spans after which the counters of a plan start again, UTC. */
export const PERIODS = ['day', 'month'] as const;
/** One of {@link PERIODS}. */
export type Period = (typeof PERIODS)[number];
