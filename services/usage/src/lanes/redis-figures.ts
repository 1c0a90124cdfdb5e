import type { Figure } from '@filemill/platform';
import { Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { UsageMetrics } from '../metrics.js';

/** Reads the memory of Redis: it evicts nothing, so a full one refuses every job. */
@Injectable()
export class RedisFigures {
  constructor(
    private readonly redis: Redis,
    private readonly metrics: UsageMetrics,
  ) {}

  async read(): Promise<Figure[]> {
    const { redisMemoryUsed, redisMemoryLimit, redisClients } = this.metrics;
    const info = await this.redis.info();
    const limit = numberIn(info, 'maxmemory');
    return [
      [redisMemoryUsed, numberIn(info, 'used_memory')],
      // Without its own limit it may use the machine's memory.
      [redisMemoryLimit, limit > 0 ? limit : numberIn(info, 'total_system_memory')],
      [redisClients, numberIn(info, 'connected_clients')],
    ];
  }
}

/** @throws {Error} if the answer lacks the field */
function numberIn(info: string, field: string): number {
  const value = new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1];
  if (value === undefined) throw new Error(`INFO of Redis has no ${field}`);
  return Number(value);
}
