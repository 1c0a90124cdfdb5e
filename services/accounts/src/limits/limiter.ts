import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMemory } from './bounded-memory.js';
import type { Tier } from './tiers.js';

/** Of each tier; a key takes about 500 bytes, so that all tiers together stay below 60 MB. */
const MAX_KEYS_IN_MEMORY = 10_000;

/** Counts one kind of attempt in Redis, and in this process while Redis is away. */
export class Limiter {
  private readonly tiers: readonly RateLimiterAbstract[];

  constructor(
    name: string,
    tiers: readonly Tier[],
    redis: Redis,
    private readonly clock: Clock,
  ) {
    this.tiers = tiers.map(({ points, seconds }) => {
      const tier = { points, duration: seconds, keyPrefix: `attempts:${name}:${seconds}` };
      return new RateLimiterRedis({
        ...tier,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new BoundedMemory(tier, MAX_KEYS_IN_MEMORY),
      });
    });
  }

  /**
   * Counts an attempt before it is made, so that many at once are counted too. A refused one counts in no longer tier.
   *
   * @throws {AppError} RATE_LIMITED with `retryAfterSeconds`
   */
  async take(key: string): Promise<void> {
    for (const tier of this.tiers) {
      try {
        await tier.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw this.refused(tier, refusal);
      }
    }
  }

  /** Gives an attempt back that shall not count. */
  async giveBack(key: string): Promise<void> {
    await Promise.all(this.tiers.map((tier) => tier.reward(key)));
  }

  /** Forgets all attempts of a key. */
  async forget(key: string): Promise<void> {
    await Promise.all(this.tiers.map((tier) => tier.delete(key)));
  }

  private refused(tier: RateLimiterAbstract, { msBeforeNext, consumedPoints }: RateLimiterRes): AppError {
    return new AppError('RATE_LIMITED', {
      limit: tier.points,
      used: Math.min(consumedPoints, tier.points),
      resetAt: new Date(this.clock.nowMs() + msBeforeNext).toISOString(),
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  }
}
