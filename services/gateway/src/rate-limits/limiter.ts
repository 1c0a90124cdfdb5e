import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
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
export interface RateLimitVerdict {
  readonly policy: RateLimitPolicy;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the next call is allowed, if this one was refused; else until the whole limit is available again. */
  readonly waitMs: number;
}

/** Counts calls of one policy in Redis, for all gateways; while Redis is unreachable each gateway counts on its own. */
export class Limiter {
  private readonly limiter: RateLimiterRedis;

  /**
   * @param bucket - counts in a leaky bucket instead of the library's windows. The library keeps one script for each
   *   connection, so buckets need a connection of their own.
   */
  constructor(
    redis: Redis,
    private readonly policy: RateLimitPolicy,
    bucket?: ApiRates,
  ) {
    const options = {
      keyPrefix: bucket ? bucketPrefix(policy.name, bucket) : `rate:${policy.name}`,
      points: policy.limit,
      duration: policy.windowSeconds,
    };
    this.limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
      ...(bucket && { customIncrTtlLuaScript: BUCKET_SCRIPT }),
    });
  }

  /** Counts one call of a client. */
  async count(client: string): Promise<RateLimitVerdict> {
    try {
      return this.verdict(true, await this.limiter.consume(client));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return this.verdict(false, refusal);
      throw refusal;
    }
  }

  private verdict(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateLimitVerdict {
    return { policy: this.policy, allowed, remaining: remainingPoints, waitMs: Math.max(0, msBeforeNext) };
  }
}
