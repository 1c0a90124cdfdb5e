import type Stripe from 'stripe';
import type { Subscription, TermsState } from './subscription.entity.js';

/** How long a subscription gives Pro after a failed renewal, unless Stripe gives up earlier. Product decision. */
export const GRACE_MS = 7 * 24 * 3_600_000;

/** A subscription at Stripe, in our terms. */
export type StripeTerms = Pick<
  Subscription,
  'stripeSubscriptionId' | 'state' | 'expiresAt' | 'cancelledAt' | 'periodEndsAt' | 'createdAt'
>;

/** The only place that interprets Stripe's states; `incomplete` does not give Pro yet. */
const STATES: Readonly<Record<string, TermsState>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'cancelled',
  paused: 'cancelled',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
};

/** States in which Stripe may still collect money. */
const OPEN = new Set(['incomplete', 'past_due', 'unpaid', 'paused']);

/** Whether the current period is paid. */
export const isPaid = ({ status }: Stripe.Subscription): boolean => STATES[status] === 'active';

/** Whether it is not paid and not over. */
export const isOpen = ({ status }: Stripe.Subscription): boolean => OPEN.has(status);

/** Whether it will end with its period, or at another time. */
export const isCancelling = (subscription: Stripe.Subscription): boolean =>
  subscription.cancel_at_period_end || subscription.cancel_at !== null;

/**
 * Interprets a subscription of Stripe.
 *
 * @param nowMs - used as the end of a subscription that is over without an end, such as `unpaid`
 * @returns undefined while it does not count yet
 */
export function termsOf(subscription: Stripe.Subscription, nowMs: number): StripeTerms | undefined {
  const state = STATES[subscription.status];
  if (!state) return undefined;
  const periodEndsAt = at(subscription.items.data[0]?.current_period_end);
  const isOver = state === 'cancelled';
  const isEnding = isCancelling(subscription);
  const endsAt = isOver
    ? (at(subscription.ended_at) ?? new Date(nowMs))
    : isEnding
      ? (at(subscription.cancel_at) ?? periodEndsAt)
      : null;
  return {
    stripeSubscriptionId: subscription.id,
    state,
    expiresAt: endsAt,
    cancelledAt: isOver || isEnding ? at(subscription.canceled_at) : null,
    periodEndsAt,
    createdAt: new Date(subscription.created * 1000),
  };
}

const at = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null;
