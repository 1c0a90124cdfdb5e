import { type RateLimit, ROUTES } from '@filemill/api';
import type { Plan } from '@filemill/plans';
import { routeOf } from '../http/routes.js';

/** How many calls one client may make. */
export type RateLimitPolicy = RateLimit;

/** Any call of one address: many people behind one router, each with tabs that ask every 2 s. */
const CALLS: RateLimitPolicy = { name: 'calls', limit: 6_000, windowSeconds: 60 };

/**
 * Pages and files of the site, by address and gateway: a page takes up to 30 of them at the first visit, so that these
 * are 200 new visitors a minute behind one router.
 */
export const SITE_POLICY: RateLimitPolicy = { name: 'site', limit: 6_000, windowSeconds: 60 };

/**
 * Every policy that counts calls of the API by address. Some routes try passwords, tell which addresses are taken, or send
 * mail: accounts slows down single accounts, and the limits of these routes bound what one address can ask for.
 */
export const ADDRESS_POLICIES: readonly RateLimitPolicy[] = [
  CALLS,
  ...ROUTES.flatMap(({ rateLimit }) => (rateLimit ? [rateLimit] : [])),
];

/** The policy by which calls of a route are counted for an address. */
export const addressPolicyOf = (method: string, pattern: string): RateLimitPolicy =>
  routeOf(method, pattern)?.rateLimit ?? CALLS;

/** Whether a call of an API key counts as a conversion; all others count as reads. */
export const isConversion = (method: string, pattern: string): boolean =>
  routeOf(method, pattern)?.takesFile === true;

/** Rates of one API key, as the plan table has them. */
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

/** Conversions fill a bucket that holds the burst and empties at the rate. */
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
