import type { Redis } from 'ioredis';

/**
 * The time of the Redis server, Unix ms. Processes use this clock for times that they compare through Redis: their own
 * clocks may differ.
 *
 * @throws {Error} of the client, if Redis does not answer
 */
export async function serverNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
