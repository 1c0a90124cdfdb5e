import { randomUUID } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../clients/clients.module.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import type { Caller } from '../identity/caller.js';

/** No upload takes longer; that of a dead gateway expires after this time. */
export const LONGEST_UPLOAD_MS = 30 * 60_000;

/** One running upload, counted until it is closed. */
export interface OpenUpload {
  /** Other open uploads of the same account or guest address. */
  readonly others: number;
  close(): Promise<void>;
}

/**
 * Removes expired entries, adds one, and returns the number: one command, because a transaction of four costs the
 * gateway more than all the rest of this file.
 */
const OPEN = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[1])
  redis.call('ZADD', KEYS[1], ARGV[1] + ARGV[2], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return redis.call('ZCARD', KEYS[1])`;

/** Counts running uploads over all gateways: sorted sets in Redis, member → time at which it expires. */
@Injectable()
export class OpenUploads {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** @throws {AppError} UNAVAILABLE while Redis is unreachable */
  async open(caller: Caller): Promise<OpenUpload> {
    const key = keyOf(caller);
    const member = randomUUID();
    const count = await this.redis
      .eval(OPEN, 1, key, this.clock.nowMs(), LONGEST_UPLOAD_MS, member)
      .catch((error: unknown) => {
        throw new AppError('UNAVAILABLE', {}, { cause: error });
      });
    this.metrics.openUploads.inc();
    return {
      others: Number(count) - 1,
      close: async () => {
        this.metrics.openUploads.dec();
        // A failed removal costs this owner a refusal or two until the entry expires, but not the current answer.
        await this.redis
          .zrem(key, member)
          .catch((err) => this.logger.warn({ err }, 'upload not counted down'));
      },
    };
  }
}

/** Guests are counted by address: their fingerprint can be invented, and may not have arrived yet. */
const keyOf = (caller: Caller): string =>
  caller.kind === 'guest' ? `uploads:address:${caller.address}` : `uploads:user:${caller.userId}`;
