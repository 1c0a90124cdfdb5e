import type { ApiRates } from './policies.js';

/** The key says how fast a bucket empties and what it holds, for a script that is the same for all of them. */
export const bucketPrefix = (name: string, { conversionsPerSecond, conversionBurst }: ApiRates): string =>
  `rate:${name}:${conversionsPerSecond}/${conversionBurst}`;

/**
 * A leaky bucket for rate-limiter-flexible, whose own windows would let twice the burst through where two of them meet,
 * or make a caller wait for the end of one. The key holds the instant (Unix ms) at which the bucket will be empty; a call
 * that would make it overflow is not added.
 *
 * Answers, as the library expects: calls in the bucket (more than it holds: refused), and milliseconds until it is empty,
 * or until the next call fits.
 *
 * @see https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */
export const BUCKET_SCRIPT = `
  local rate, burst = string.match(KEYS[1], ':(%d+)/(%d+):')
  local interval = 1000 / rate
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local emptyAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval * ARGV[1]
  local overflow = emptyAt - now - interval * burst
  if overflow > 0.001 then return { burst + 1, math.ceil(overflow) } end
  redis.call('SET', KEYS[1], string.format('%.3f', emptyAt), 'PX', math.ceil(emptyAt - now))
  return { math.ceil((emptyAt - now) / interval - 0.001), math.ceil(emptyAt - now) }`;
