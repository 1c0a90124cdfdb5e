import { AppError } from '@filemill/errors';
import type { Runtime } from '@filemill/platform';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Tier } from './tiers.js';

/** For each tier; a key takes about 500 bytes, so that all tiers together stay below 60 MB. */
const MAX_KEYS_IN_MEMORY = 10_000;

/**
 * Counts in this process, for a limited number of keys: a new key replaces the least recently counted one. A flood of
 * invented accounts and addresses uses no more memory, and a key under continuous attack stays counted.
 */
class BoundedMemory extends RateLimiterMemory {
  /** In the order of the last count; some may have expired. */
  private readonly keys = new Set<string | number>();

  constructor(
    tier: { readonly points: number; readonly duration: number; readonly keyPrefix: string },
    private readonly maxKeys: number,
  ) {
    super(tier);
  }

  override async consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.keys.delete(key);
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= this.maxKeys) break;
      this.keys.delete(oldest);
      await this.delete(oldest);
    }
    return super.consume(key, points);
  }

  /**
   * A key that another process counted, or that was replaced, is not uncounted here: it would allow one call too
   * many.
   */
  override async reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    return (await this.get(key)) ? super.reward(key, points) : new RateLimiterRes(this.points, 0, 0);
  }
}

/** One tier, counted in Redis for all processes and in memory for this one. */
interface CountedTier {
  readonly shared: RateLimiterRedis;
  readonly own: BoundedMemory;
}

/**
 * Counts one kind of call in Redis, and always in this process too, whose count decides while Redis is unreachable. A
 * count that began only then would give an attacker a new set of tries whenever Redis is slow.
 */
export class Limiter {
  private readonly tiers: readonly CountedTier[];

  constructor(
    private readonly name: string,
    tiers: readonly Tier[],
    redis: Redis,
    private readonly runtime: Pick<Runtime, 'clock' | 'logger'>,
  ) {
    this.tiers = tiers.map(({ points, seconds }) => {
      const tier = { points, duration: seconds, keyPrefix: `attempts:${name}:${seconds}` };
      return {
        shared: new RateLimiterRedis({ ...tier, storeClient: redis, rejectIfRedisNotReady: true }),
        own: new BoundedMemory(tier, MAX_KEYS_IN_MEMORY),
      };
    });
  }

  /**
   * Counts a call before it is made, so that simultaneous ones are counted too. A refused one is not counted in
   * longer tiers.
   *
   * @throws {AppError} RATE_LIMITED with `retryAfterSeconds`
   */
  async take(key: string): Promise<void> {
    for (const tier of this.tiers) {
      const own = await verdictOf(tier.own.consume(key));
      const verdict = await verdictOf(tier.shared.consume(key)).catch((err: unknown) => {
        this.warn(err, 'not counted in Redis');
        return own;
      });
      if (!verdict.isAllowed) throw this.refused(tier.shared, verdict.count);
    }
  }

  /** Removes a call from the count, because it must not count. */
  uncount(key: string): Promise<void> {
    return this.applyToBoth((limiter) => limiter.reward(key));
  }

  /** Forgets all calls of a key. */
  forget(key: string): Promise<void> {
    return this.applyToBoth((limiter) => limiter.delete(key));
  }

  /** A change that Redis misses expires there by itself, so no sign-in fails for it. */
  private async applyToBoth(change: (limiter: RateLimiterAbstract) => Promise<unknown>): Promise<void> {
    const changeShared = (limiter: RateLimiterRedis): Promise<unknown> =>
      change(limiter).catch((err: unknown) => this.warn(err, 'not changed in Redis'));
    await Promise.all(this.tiers.flatMap(({ shared, own }) => [change(own), changeShared(shared)]));
  }

  private warn(err: unknown, message: string): void {
    this.runtime.logger.warn({ err, limit: this.name }, message);
  }

  private refused(tier: RateLimiterAbstract, { msBeforeNext, consumedPoints }: RateLimiterRes): AppError {
    return new AppError('RATE_LIMITED', {
      limit: tier.points,
      used: Math.min(consumedPoints, tier.points),
      resetAt: new Date(this.runtime.clock.nowMs() + msBeforeNext).toISOString(),
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  }
}

/** The library rejects with its count to refuse, and with an error if it could not count. */
async function verdictOf(
  counted: Promise<RateLimiterRes>,
): Promise<{ isAllowed: boolean; count: RateLimiterRes }> {
  try {
    return { isAllowed: true, count: await counted };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { isAllowed: false, count: refusal };
  }
}
