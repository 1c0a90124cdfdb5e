import type { SubscriptionState, UserPlanId } from '@filemill/product';
import type { Subscription } from '../subscriptions/subscription.entity.js';

/** The fields of a subscription or grant that decide whether it gives Pro. */
export type Terms = Pick<
  Subscription,
  'source' | 'state' | 'expiresAt' | 'cancelledAt' | 'graceEndsAt' | 'createdAt'
>;

/** A user's entitlement at one time. */
export interface EntitlementSnapshot {
  readonly plan: UserPlanId;
  /** `none` where there never was a subscription. */
  readonly state: SubscriptionState;
  /** Null while it renews. */
  readonly expiresAt: Date | null;
  readonly cancelledAt: Date | null;
  /** When it next changes by time alone; null if never. */
  readonly changesAt: Date | null;
}

/** Until when these terms give Pro; null: without an end. */
function endOf({ state, expiresAt, graceEndsAt }: Terms): Date | null {
  return state === 'past_due' ? earliest([expiresAt, graceEndsAt]) : expiresAt;
}

/** Whether these terms give Pro at a time (Unix milliseconds). */
function isLive(terms: Terms, nowMs: number): boolean {
  const end = endOf(terms);
  return terms.state !== 'cancelled' && (end === null || end.getTime() > nowMs);
}

/** The combination of paid subscriptions and grants: Pro while one of them gives it, until the latest end. */
export function computeEntitlement(all: readonly Terms[], nowMs: number): EntitlementSnapshot {
  const live = all.filter((terms) => isLive(terms, nowMs));
  const last = latest(live) ?? newest(all);
  return {
    plan: live.length > 0 ? 'pro' : 'free',
    state: live.length > 0 ? (last?.state ?? 'none') : last ? 'cancelled' : 'none',
    expiresAt: last?.expiresAt ?? null,
    cancelledAt: live.find(({ source }) => source === 'stripe')?.cancelledAt ?? null,
    changesAt: earliest(live.map(endOf)),
  };
}

/** The terms that end last; of two without an end, the paid ones. */
function latest(live: readonly Terms[]): Terms | undefined {
  const endMs = ({ expiresAt }: Terms): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const isPaid = ({ source }: Terms): number => Number(source === 'stripe');
  return [...live].sort((a, b) => Math.sign(endMs(b) - endMs(a) || 0) || isPaid(b) - isPaid(a))[0];
}

const newest = (all: readonly Terms[]): Terms | undefined =>
  [...all].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];

function earliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.flatMap((instant) => (instant ? [instant.getTime()] : []));
  return known.length > 0 ? new Date(Math.min(...known)) : null;
}
