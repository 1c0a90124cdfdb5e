import { RateLimiter, type RateLimiterVerdict } from '@filemill/platform/rate-limiter';
import type { Redis } from 'ioredis';
import { BUCKET_SCRIPT, bucketPrefix } from './bucket.js';
import type { ApiRates, RateLimitPolicy } from './policies.js';

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
