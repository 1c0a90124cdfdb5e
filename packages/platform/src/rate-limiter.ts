import { AppError } from '@filemill/errors';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

/** For each limit; a key takes about 500 bytes, so that the limits of a service together stay below 60 MB. */
const MAX_KEYS_IN_MEMORY = 10_000;

/** What a {@link RateLimiter} allows one key. */
export interface RateLimiterOptions {
  /** Of its keys in Redis, without the colon. */
  readonly keyPrefix: string;
  readonly points: number;
  /** Length of the window, which begins with the first point. */
  readonly seconds: number;
  /** Counts in Redis instead of the library's window. The library keeps one script for each connection. */
  readonly script?: string;
  /** Called with each failure of Redis, and what was therefore not done in it. */
  readonly onRedisError?: (error: unknown, did: 'counted' | 'changed') => void;
}

/** The answer to one counted point. */
export interface RateLimiterVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the next point is allowed, if this one was refused; else until the whole limit is available again. */
  readonly waitMs: number;
}

/** The error of a refused point. @param nowMs - Unix milliseconds */
export const rateLimitedError = ({ limit, waitMs }: RateLimiterVerdict, nowMs: number): AppError =>
  new AppError('RATE_LIMITED', {
    limit,
    used: limit,
    resetAt: new Date(nowMs + waitMs).toISOString(),
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });

/**
 * Counts points of keys in Redis, for all processes, and always in this process too, whose count decides while Redis is
 * unreachable. A count that began only then would give an attacker a new set of points whenever Redis is slow.
 */
export class RateLimiter {
  private readonly shared: RateLimiterRedis;
  private readonly own: BoundedMemory;

  constructor(
    redis: Redis,
    private readonly options: RateLimiterOptions,
  ) {
    const { keyPrefix, points, seconds, script } = options;
    const window = { keyPrefix, points, duration: seconds };
    this.own = new BoundedMemory(window, MAX_KEYS_IN_MEMORY);
    this.shared = new RateLimiterRedis({
      ...window,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      ...(script !== undefined && { customIncrTtlLuaScript: script }),
    });
  }

  /** Counts one point of a key. */
  async count(key: string): Promise<RateLimiterVerdict> {
    const own = await this.verdictOf(this.own.consume(key));
    try {
      return await this.verdictOf(this.shared.consume(key));
    } catch (error) {
      this.options.onRedisError?.(error, 'counted');
      return own;
    }
  }

  /** Takes a point back, because it must not count. */
  uncount(key: string): Promise<void> {
    return this.applyToBoth((limiter) => limiter.reward(key));
  }

  /** Forgets all points of a key. */
  forget(key: string): Promise<void> {
    return this.applyToBoth((limiter) => limiter.delete(key));
  }

  /** A change that Redis misses expires there by itself, so the call does not fail for it. */
  private async applyToBoth(change: (limiter: RateLimiterAbstract) => Promise<unknown>): Promise<void> {
    const changeShared = change(this.shared).catch((error: unknown) =>
      this.options.onRedisError?.(error, 'changed'),
    );
    await Promise.all([change(this.own), changeShared]);
  }

  /** The library rejects with its count to refuse, and with an error if it could not count. */
  private async verdictOf(counted: Promise<RateLimiterRes>): Promise<RateLimiterVerdict> {
    const verdict = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
      allowed,
      limit: this.options.points,
      remaining: remainingPoints,
      waitMs: Math.max(0, msBeforeNext),
    });
    try {
      return verdict(true, await counted);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return verdict(false, refusal);
      throw refusal;
    }
  }
}

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
   * A key that another process counted, or that was replaced, is not uncounted here: it would allow one attempt too
   * many.
   */
  override async reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    return (await this.get(key)) ? super.reward(key, points) : new RateLimiterRes(this.points, 0, 0);
  }
}
