import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RateLimiter, rateLimitedError } from './rate-limiter.js';

describe('RateLimiter, while Redis is unreachable', () => {
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false });
  afterAll(() => redis.disconnect());
  let limiter: RateLimiter;
  beforeEach(() => {
    limiter = new RateLimiter(redis, { keyPrefix: 'test', points: 2, seconds: 60 });
  });
  const isAllowed = async (): Promise<boolean> => (await limiter.count('key')).allowed;
  const flood = async (keep: () => Promise<unknown>): Promise<void> => {
    for (let n = 0; n < 10_000; n++) {
      await limiter.count(`invented ${n}`);
      if (n % 1_000 === 0) await keep();
    }
  };

  it('counts in memory', async () => {
    expect(await limiter.count('key')).toMatchObject({ allowed: true, limit: 2, remaining: 1 });
    await limiter.uncount('key');
    expect([await isAllowed(), await isAllowed(), await isAllowed()]).toEqual([true, true, false]);
  });

  it('forgets the least recently counted key when memory is full', async () => {
    expect([await isAllowed(), await isAllowed()]).toEqual([true, true]);
    await flood(async () => undefined);
    expect(await isAllowed()).toBe(true);
  });

  it('keeps the count of a key that is counted continuously', async () => {
    expect([await isAllowed(), await isAllowed()]).toEqual([true, true]);
    await flood(async () => expect(await isAllowed()).toBe(false));
    expect(await isAllowed()).toBe(false);
  });

  it('does not go below zero when a point is taken back that was never counted', async () => {
    await limiter.uncount('key');
    expect([await isAllowed(), await isAllowed(), await isAllowed()]).toEqual([true, true, false]);
  });
});

describe('rateLimitedError', () => {
  it('says when to try again, in whole seconds and at least one', () => {
    const verdict = { allowed: false, limit: 2, remaining: 0, waitMs: 400 };
    expect(rateLimitedError(verdict, 0)).toMatchObject({
      code: 'RATE_LIMITED',
      params: { limit: 2, used: 2, resetAt: '1970-01-01T00:00:00.400Z', retryAfterSeconds: 1 },
    });
  });
});
