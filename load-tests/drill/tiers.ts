import type { Tier } from './fault.ts';

/** What a tier is like. */
interface TierLimits {
  /** Maximum length of a fault. */
  readonly longestSeconds: number;
  /** Runs of each fault. */
  readonly runs: number;
  /** Number of faults; all if undefined. */
  readonly faults?: number;
}

/** The tiers. */
export const TIERS: Readonly<Record<Tier, TierLimits>> = {
  /** Part of `npm test`: some at random, from those that recover within half a minute. */
  ci: { longestSeconds: 2, runs: 1, faults: 3 },
  drill: { longestSeconds: 10, runs: 3 },
  full: { longestSeconds: Number.POSITIVE_INFINITY, runs: 20 },
};
