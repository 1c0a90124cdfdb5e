import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { announceOwnerChange, ownerChannel } from '../src/index.js';
import { TestRedis } from '../src/testing.js';

let server: TestRedis;
let redis: Redis;
beforeAll(async () => {
  server = await TestRedis.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const NOW_MS = 1_795_300_000_000;

describe('announceOwnerChange', () => {
  it('gives parallel callers different versions and announces them in order', async () => {
    const heard: number[] = [];
    const subscriber = new Redis(server.url);
    await subscriber.subscribe(ownerChannel('user', 'a'));
    subscriber.on('message', (_channel, version) => heard.push(Number(version)));
    const given = await Promise.all(
      Array.from({ length: 20 }, () => announceOwnerChange(redis, NOW_MS, 'user', 'a')),
    );
    expect(given).toEqual(Array.from({ length: 20 }, (_, place) => NOW_MS + 1 + place));
    while (heard.length < 20) await sleep(5);
    expect(heard).toEqual(given);
    expect(await redis.get(ownerChannel('user', 'a'))).toBe(`${NOW_MS + 20}`);
    subscriber.disconnect();
  });

  it('never repeats an expired version', async () => {
    const before = await announceOwnerChange(redis, NOW_MS, 'guest', 'b');
    const secondsLeft = await redis.ttl(ownerChannel('guest', 'b'));
    expect(secondsLeft).toBeGreaterThan(25);
    await redis.del(ownerChannel('guest', 'b')); // as Redis does at expiry
    expect(await announceOwnerChange(redis, NOW_MS + 30_000, 'guest', 'b')).toBeGreaterThan(before);
  });
});
