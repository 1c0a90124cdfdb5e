import { createRedis } from '@filemill/platform';
import { testRuntime } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Limiter } from '../src/limits/limiter.js';

const { logger, clock } = testRuntime('accounts');
const tiers = [{ points: 2, seconds: 60 }];
const refused = { code: 'RATE_LIMITED' };

let server: TestRedis;
beforeAll(async () => {
  server = await TestRedis.start();
});
afterAll(() => server.stop());

/** A limiter as a process has it, with a connection of its own. */
async function connect() {
  const redis = createRedis(server.url, logger);
  await new Promise((resolve) => redis.once('ready', resolve));
  return { redis, limiter: new Limiter('pair', tiers, redis, clock) };
}

describe('Limiter', () => {
  it('goes on counting where it was when Redis goes away', async () => {
    const { redis, limiter } = await connect();
    await limiter.take('steady');
    await limiter.take('steady');
    await limiter.take('once');
    redis.disconnect();
    await expect(limiter.take('steady')).rejects.toMatchObject(refused);
    await limiter.take('once');
    await expect(limiter.take('once')).rejects.toMatchObject(refused);
  });

  it('gives back and forgets what it counts for itself too', async () => {
    const { redis, limiter } = await connect();
    for (const key of ['returned', 'returned', 'forgotten', 'forgotten']) await limiter.take(key);
    await limiter.giveBack('returned');
    await limiter.forget('forgotten');
    redis.disconnect();
    for (const key of ['returned', 'forgotten', 'forgotten']) await limiter.take(key);
    for (const key of ['returned', 'forgotten'])
      await expect(limiter.take(key)).rejects.toMatchObject(refused);
  });

  it('believes Redis while it is there, which counts for all processes', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.limiter.take('shared');
    await other.limiter.take('shared');
    await expect(one.limiter.take('shared')).rejects.toMatchObject(refused);
    await other.limiter.forget('shared');
    await one.limiter.take('shared');
    for (const { redis } of [one, other]) redis.disconnect();
  });
});
