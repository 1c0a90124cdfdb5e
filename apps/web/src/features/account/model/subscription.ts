import type { UserView } from '@filemill/api';

/** Possible actions on a subscription. */
export interface SubscriptionState {
  /** It renews, and can be cancelled. */
  readonly canCancel: boolean;
  /** It was cancelled by its owner, and runs to its end: that can be reverted. */
  readonly canResume: boolean;
  /** When Pro ends, ISO 8601; null while it renews. */
  readonly endsAt: string | null;
}

/** Cancel is disabled once it was used or an end is set: an administrator's grant has one from its beginning. */
export function subscriptionState({
  plan,
  subscriptionCancelledAt,
  subscriptionExpiresAt,
}: UserView): SubscriptionState {
  const isPro = plan === 'pro';
  const ends = subscriptionCancelledAt !== null || subscriptionExpiresAt !== null;
  return {
    canCancel: isPro && !ends,
    canResume: isPro && subscriptionCancelledAt !== null,
    endsAt: isPro ? subscriptionExpiresAt : null,
  };
}
