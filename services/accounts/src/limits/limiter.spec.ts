import { testRuntime } from '@filemill/platform/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Limiter } from './limiter.js';

const refused = { code: 'RATE_LIMITED' };

describe('Limiter, while Redis is unreachable', () => {
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false });
  afterAll(() => redis.disconnect());
  let limiter: Limiter;
  beforeEach(() => {
    limiter = new Limiter('pair', [{ points: 2, seconds: 60 }], redis, testRuntime('accounts'));
  });
  const flood = async (keep: () => Promise<unknown>): Promise<void> => {
    for (let n = 0; n < 10_000; n++) {
      await limiter.take(`invented ${n}`);
      if (n % 1_000 === 0) await keep();
    }
  };

  it('counts in memory', async () => {
    await limiter.take('key');
    await limiter.uncount('key');
    await limiter.take('key');
    await limiter.take('key');
    await expect(limiter.take('key')).rejects.toMatchObject(refused);
  });

  it('forgets the least recently tried key when memory is full', async () => {
    await limiter.take('key');
    await limiter.take('key');
    await flood(async () => undefined);
    await expect(limiter.take('key')).resolves.toBeUndefined();
  });

  it('keeps the count of a key that is tried continuously', async () => {
    await limiter.take('key');
    await limiter.take('key');
    await flood(() => expect(limiter.take('key')).rejects.toMatchObject(refused));
    await expect(limiter.take('key')).rejects.toMatchObject(refused);
  });

  it('does not go below zero when a call is uncounted that was never counted', async () => {
    await limiter.uncount('key');
    await limiter.take('key');
    await limiter.take('key');
    await expect(limiter.take('key')).rejects.toMatchObject(refused);
  });
});
