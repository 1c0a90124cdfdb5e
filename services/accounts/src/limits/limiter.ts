import type { Runtime } from '@filemill/platform';
import { RateLimiter, rateLimitedError } from '@filemill/platform/rate-limiter';
import type { Redis } from 'ioredis';
import type { Tier } from './tiers.js';

/** Counts one kind of attempt in all its tiers. */
export class Limiter {
  private readonly tiers: readonly RateLimiter[];

  constructor(
    name: string,
    tiers: readonly Tier[],
    redis: Redis,
    private readonly runtime: Pick<Runtime, 'clock' | 'logger'>,
  ) {
    const onRedisError = (err: unknown, did: string): void =>
      runtime.logger.warn({ err, limit: name }, `not ${did} in Redis`);
    this.tiers = tiers.map(
      (tier) =>
        new RateLimiter(redis, { ...tier, keyPrefix: `attempts:${name}:${tier.seconds}`, onRedisError }),
    );
  }

  /**
   * Counts a call before it is made, so that simultaneous ones are counted too. A refused one is not counted in
   * longer tiers.
   *
   * @throws {AppError} RATE_LIMITED with `retryAfterSeconds`
   */
  async take(key: string): Promise<void> {
    for (const tier of this.tiers) {
      const verdict = await tier.count(key);
      if (!verdict.allowed) throw rateLimitedError(verdict, this.runtime.clock.nowMs());
    }
  }

  /** Removes an attempt from the count, because it must not count. */
  async uncount(key: string): Promise<void> {
    await Promise.all(this.tiers.map((tier) => tier.uncount(key)));
  }

  /** Forgets all attempts of a key. */
  async forget(key: string): Promise<void> {
    await Promise.all(this.tiers.map((tier) => tier.forget(key)));
  }
}
