import type { ApiRates } from './policies.js';

/**
 * A leaky bucket for rate-limiter-flexible, whose own windows would let twice the burst through where two of them meet,
 * or make a caller wait for the end of one. The key holds the instant (Unix ms) at which the bucket will be empty; a call
 * that would make it overflow is not added.
 *
 * @returns Lua that answers, as the library expects: conversions in the bucket (more than the burst: refused), and
 *   milliseconds until it is empty, or until the next one fits
 * @see https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */
export const bucketScript = ({ conversionsPerSecond, conversionBurst }: ApiRates): string => `
  local interval = 1000 / ${conversionsPerSecond}
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local emptyAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval * ARGV[1]
  local overflow = emptyAt - now - interval * ${conversionBurst}
  if overflow > 0.001 then return { ${conversionBurst} + 1, math.ceil(overflow) } end
  redis.call('SET', KEYS[1], string.format('%.3f', emptyAt), 'PX', math.ceil(emptyAt - now))
  return { math.ceil((emptyAt - now) / interval - 0.001), math.ceil(emptyAt - now) }`;
