import type { Plan } from '@filemill/plans';

/** How many calls one client may make. */
export interface RateLimitPolicy {
  /** Stands in headers and in keys of Redis. */
  readonly name: string;
  readonly limit: number;
  /** After this long a client that has used up all of it may use all of it again. */
  readonly windowSeconds: number;
}

/** Any call of one address: many people behind one router, each with tabs that ask every 2 s. */
const CALLS: RateLimitPolicy = { name: 'calls', limit: 6_000, windowSeconds: 60 };

/**
 * Pages and files of the site, by address and gateway: a page takes up to 30 of them at the first visit, so that these
 * are 200 new visitors a minute behind one router.
 */
export const SITE_POLICY: RateLimitPolicy = { name: 'site', limit: 6_000, windowSeconds: 60 };

/**
 * Calls that try passwords, tell which addresses are taken, or send mail. Accounts slows down single accounts besides;
 * these bound what one address can ask for at all.
 */
const SIGN_IN: Readonly<Record<string, RateLimitPolicy>> = {
  'POST /api/register': { name: 'register', limit: 10, windowSeconds: 60 },
  'POST /api/login': { name: 'login', limit: 30, windowSeconds: 60 },
  'POST /api/forgot-password': { name: 'forgot-password', limit: 10, windowSeconds: 60 },
  'POST /api/reset-password': { name: 'reset-password', limit: 20, windowSeconds: 60 },
};

/** Every policy that counts calls of the API by address. */
export const ADDRESS_POLICIES: readonly RateLimitPolicy[] = [CALLS, ...Object.values(SIGN_IN)];

/** The policy by which calls of a route are counted for an address. */
export const addressPolicyOf = (method: string, route: string): RateLimitPolicy =>
  SIGN_IN[`${method} ${route}`] ?? CALLS;

/** Whether a call of an API key counts as a conversion; all others count as reads. */
export const isConversion = (method: string, route: string): boolean =>
  method === 'POST' && route.startsWith('/api/convert/');

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
