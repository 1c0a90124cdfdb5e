import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BUCKET_SCRIPT, bucketPrefix } from './bucket.js';
import type { ApiRates, RateLimitPolicy } from './policies.js';

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
