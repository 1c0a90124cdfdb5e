import { RUNTIME, type Runtime } from '@filemill/platform';
import {
  RESPONSE_TIMES_KEY,
  RESPONSE_TIMES_MAX_AGE_MS,
  type ResponseTimes,
  responseTimesSchema,
} from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

/** How fast the gateways answer. */
interface ReportedTimes {
  /** Number of gateways that have reported recently. */
  readonly alive: number;
  /** Mean of all their answers; undefined if there were none. */
  readonly meanMs: number | undefined;
}

/** Reads the response times of the gateways. */
@Injectable()
export class GatewayResponseTimes {
  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws {Error} of ioredis while Redis is unreachable */
  async read(): Promise<ReportedTimes> {
    const reported = Object.entries(await this.redis.hgetall(RESPONSE_TIMES_KEY)).map(
      ([name, json]) => [name, responseTimesSchema.parse(JSON.parse(json))] as const,
    );
    const ended = reported.filter(([, times]) => !this.isAlive(times)).map(([name]) => name);
    if (ended.length > 0) await this.redis.hdel(RESPONSE_TIMES_KEY, ...ended);
    const alive = reported.map(([, times]) => times).filter((times) => this.isAlive(times));
    const requests = alive.reduce((sum, times) => sum + times.requests, 0);
    const seconds = alive.reduce((sum, times) => sum + times.seconds, 0);
    return { alive: alive.length, meanMs: requests > 0 ? (seconds / requests) * 1_000 : undefined };
  }

  private isAlive({ atMs }: ResponseTimes): boolean {
    return Math.abs(this.runtime.clock.nowMs() - atMs) < RESPONSE_TIMES_MAX_AGE_MS;
  }
}
