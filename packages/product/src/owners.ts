/** Who can own conversions: a guest, known by a fingerprint, or a user with an account. */
export const OWNER_KINDS = ['guest', 'user'] as const;
/** One of {@link OWNER_KINDS}. */
export type OwnerKind = (typeof OWNER_KINDS)[number];

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

/** The states of a user's subscription; `none` if there never was one. */
export const SUBSCRIPTION_STATES = ['none', 'active', 'past_due', 'cancelled'] as const;
/** One of {@link SUBSCRIPTION_STATES}. */
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Answers to a request for a checkout. */
export const CHECKOUT_STATUSES = ['created', 'already_subscribed'] as const;
/** One of {@link CHECKOUT_STATUSES}. */
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];
