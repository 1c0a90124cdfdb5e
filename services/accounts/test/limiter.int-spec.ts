import { createRedis } from '@filemill/platform';
import { testRuntime } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Limiter } from '../src/limits/limiter.js';

const runtime = testRuntime('accounts');
const tiers = [{ points: 2, seconds: 60 }];
const refused = { code: 'RATE_LIMITED' };

let server: TestRedis;
beforeAll(async () => {
  server = await TestRedis.start();
});
afterAll(() => server.stop());

/** A limiter with its own connection, as in a process of its own. */
async function connect() {
  const redis = createRedis(server.url, runtime.logger);
  await new Promise((resolve) => redis.once('ready', resolve));
  return { redis, limiter: new Limiter('pair', tiers, redis, runtime) };
}

describe('Limiter', () => {
  it('continues from the count in Redis when Redis becomes unreachable', async () => {
    const { redis, limiter } = await connect();
    await limiter.take('steady');
    await limiter.take('steady');
    await limiter.take('once');
    redis.disconnect();
    const warn = jest.spyOn(runtime.logger, 'warn');
    await expect(limiter.take('steady')).rejects.toMatchObject(refused);
    await limiter.take('once');
    expect(warn).toHaveBeenCalledTimes(2);
    await limiter.uncount('once');
    await limiter.take('once');
    for (const did of ['counted', 'changed'])
      expect(warn).toHaveBeenCalledWith({ err: expect.any(Error), limit: 'pair' }, `not ${did} in Redis`);
    await expect(limiter.take('once')).rejects.toMatchObject(refused);
  });

  it('uncounts and resets its own counts in memory as well', async () => {
    const { redis, limiter } = await connect();
    for (const key of ['returned', 'returned', 'forgotten', 'forgotten']) await limiter.take(key);
    await limiter.uncount('returned');
    await limiter.forget('forgotten');
    redis.disconnect();
    for (const key of ['returned', 'forgotten', 'forgotten']) await limiter.take(key);
    for (const key of ['returned', 'forgotten'])
      await expect(limiter.take(key)).rejects.toMatchObject(refused);
  });

  it('uses the counts in Redis, which all processes share, while Redis is reachable', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.limiter.take('shared');
    await other.limiter.take('shared');
    await expect(one.limiter.take('shared')).rejects.toMatchObject(refused);
    await other.limiter.forget('shared');
    await one.limiter.take('shared');
    for (const { redis } of [one, other]) redis.disconnect();
  });
});
