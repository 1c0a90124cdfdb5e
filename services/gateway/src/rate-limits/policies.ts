import { type RateLimit, ROUTES } from '@filemill/api';
import type { Plan } from '@filemill/plans';
import { routeOf } from '../http/routes.js';

/** Maximum calls of one client. */
export type RateLimitPolicy = RateLimit;

/** Any call from one address: many people behind one router, each with tabs that poll every 2 s. */
const CALLS: RateLimitPolicy = { name: 'calls', limit: 6_000, windowSeconds: 60 };

/**
 * Pages and files of the site, by address and gateway: a first visit loads up to 30 of them, so this allows
 * 200 new visitors a minute behind one router.
 */
export const SITE_POLICY: RateLimitPolicy = { name: 'site', limit: 6_000, windowSeconds: 60 };

/**
 * All policies that count API calls by address. Some routes try passwords, reveal which addresses have an account, or
 * send mail: accounts limits single accounts, and the limits of these routes limit one address.
 */
export const ADDRESS_POLICIES: readonly RateLimitPolicy[] = [
  CALLS,
  ...ROUTES.flatMap(({ rateLimit }) => (rateLimit ? [rateLimit] : [])),
];

/** The policy for calls of a route by address. */
export const addressPolicyOf = (method: string, pattern: string): RateLimitPolicy =>
  routeOf(method, pattern)?.rateLimit ?? CALLS;

/** Whether a call with an API key counts as a conversion; all others count as reads. */
export const isConversion = (method: string, pattern: string): boolean =>
  routeOf(method, pattern)?.takesFile === true;

/** Rates of one API key, from the plan table. */
export type ApiRates = NonNullable<Plan['api']>;

const CONVERSIONS = 'conversions';
const READS = 'reads';

/** Names of all policies. */
export const POLICY_NAMES: readonly string[] = [
  ...ADDRESS_POLICIES.map(({ name }) => name),
  SITE_POLICY.name,
  CONVERSIONS,
  READS,
];

/** Conversions use a leaky bucket with the burst as size and the rate. */
export const conversionPolicyOf = ({ conversionsPerSecond, conversionBurst }: ApiRates): RateLimitPolicy => ({
  name: CONVERSIONS,
  limit: conversionBurst,
  windowSeconds: Math.ceil(conversionBurst / conversionsPerSecond),
});

/** Reads are counted in windows of a minute. */
export const readPolicyOf = ({ readsPerMinute }: ApiRates): RateLimitPolicy => ({
  name: READS,
  limit: readsPerMinute,
  windowSeconds: 60,
});
