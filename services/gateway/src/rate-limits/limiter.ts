import { RateLimiter, type RateLimiterVerdict } from '@filemill/platform/rate-limiter';
import type { Redis } from 'ioredis';
import type { ApiRates, RateLimitPolicy } from './policies.js';

/** The key contains the rate and the size of a bucket, so that one script serves all of them. */
const bucketPrefix = (name: string, { conversionsPerSecond, conversionBurst }: ApiRates): string =>
  `rate:${name}:${conversionsPerSecond}/${conversionBurst}`;

/**
 * A leaky bucket for rate-limiter-flexible, whose own windows would allow twice the burst at the boundary of two
 * windows, or make a caller wait for the end of one. The key stores the time (Unix ms) at which the bucket will be
 * empty; a call that would overflow it is not added.
 *
 * Returns, as the library expects, the calls in the bucket (more than its size: refused), and milliseconds until it is
 * empty, or until the next call fits.
 *
 * @see https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */
const BUCKET_SCRIPT = `
  local rate, burst = string.match(KEYS[1], ':(%d+)/(%d+):')
  local interval = 1000 / rate
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local emptyAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval * ARGV[1]
  local overflow = emptyAt - now - interval * burst
  if overflow > 0.001 then return { burst + 1, math.ceil(overflow) } end
  redis.call('SET', KEYS[1], string.format('%.3f', emptyAt), 'PX', math.ceil(emptyAt - now))
  return { math.ceil((emptyAt - now) / interval - 0.001), math.ceil(emptyAt - now) }`;

/** The verdict of a policy on one call. */
export interface RateLimitVerdict extends RateLimiterVerdict {
  readonly policy: RateLimitPolicy;
}

/** Counts calls of one policy for all gateways. */
export class Limiter {
  private readonly limiter: RateLimiter;

  /**
   * @param bucket - counts in a leaky bucket instead of windows. Buckets need a connection of their own, see `script` of
   *   the limiter.
   */
  constructor(
    redis: Redis,
    private readonly policy: RateLimitPolicy,
    bucket?: ApiRates,
  ) {
    this.limiter = new RateLimiter(redis, {
      points: policy.limit,
      seconds: policy.windowSeconds,
      ...(bucket
        ? { keyPrefix: bucketPrefix(policy.name, bucket), script: BUCKET_SCRIPT }
        : { keyPrefix: `rate:${policy.name}` }),
    });
  }

  /** Counts one call of a client. */
  async count(client: string): Promise<RateLimitVerdict> {
    return { policy: this.policy, ...(await this.limiter.count(client)) };
  }
}
