import { Redis, type RedisOptions } from 'ioredis';
import type { SharedClock } from './clock.js';
import type { Logger } from './logger.js';

/** Longest wait for a command or a connection on the request path. */
const FAIL_FAST_MS = 1_500;

/** The pause before the next attempt to connect: processes that wait for Redis are connected within 2 s of its return. */
export const reconnectDelayMs = (attempts: number): number => Math.min(attempts * 100, 2_000);

/** The clock of a Redis server, which all its clients can read. */
export const redisClock = (redis: Pick<Redis, 'time'>): SharedClock => ({
  name: 'Redis',
  read: async () => {
    const [seconds, microseconds] = (await redis.time()).map(Number);
    return (seconds ?? Number.NaN) * 1_000 + (microseconds ?? 0) / 1_000;
  },
});

/**
 * A Redis connection for the request path: commands fail within 1.5 s while the server is unreachable, and nothing is queued
 * for later.
 */
export function createRedis(url: string, logger: Logger, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: FAIL_FAST_MS,
    connectTimeout: FAIL_FAST_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelayMs,
    ...options,
  });
  redis.on('error', (err: Error) => logger.warn({ err }, 'redis connection'));
  return redis;
}
