/** The states of a user's subscription; `none` if there never was one. */
export const SUBSCRIPTION_STATES = ['none', 'active', 'past_due', 'cancelled'] as const;
/** One of {@link SUBSCRIPTION_STATES}. */
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Answers to a request for a checkout. */
export const CHECKOUT_STATUSES = ['created', 'already_subscribed'] as const;
/** One of {@link CHECKOUT_STATUSES}. */
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];
