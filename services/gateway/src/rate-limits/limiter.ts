import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitPolicy } from './policies.js';

/** What a policy says about one call. */
export interface RateLimitVerdict {
  readonly policy: RateLimitPolicy;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the next call is allowed, if this one was not; else until all of the limit is there again. */
  readonly waitMs: number;
}

/** Counts calls of one policy in Redis, for all gateways; while Redis is away each gateway counts for itself. */
export class Limiter {
  private readonly limiter: RateLimiterRedis;

  /**
   * @param script - takes the place of the library's counter of fixed windows; the library keeps one script for each
   *   connection, so that limiters with different ones need connections of their own
   */
  constructor(
    redis: Redis,
    private readonly policy: RateLimitPolicy,
    script?: string,
  ) {
    const options = {
      keyPrefix: `rate:${policy.name}`,
      points: policy.limit,
      duration: policy.windowSeconds,
    };
    this.limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
      ...(script !== undefined && { customIncrTtlLuaScript: script }),
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
