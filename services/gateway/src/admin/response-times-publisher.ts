import { randomUUID } from 'node:crypto';
import { ROUTES } from '@filemill/api';
import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { RESPONSE_TIMES_KEY, type ResponseTimes } from '@filemill/queue';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../clients/clients.module.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { routePattern } from '../http/routes.js';

const INTERVAL_MS = 10_000;
/** Readings of the last five minutes. */
const READINGS = 30;

/** Reports to the admin service, every 10 s through Redis, this gateway's response times of the last five minutes. */
@Injectable()
export class ResponseTimesPublisher implements OnModuleInit, OnModuleDestroy {
  /** Identifies this process: the counts of an earlier one ended with it. */
  private readonly name = randomUUID();
  private readonly loop: BackgroundLoop;
  private readings: AnswerTotals[] = [];

  constructor(
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {
    this.loop = new BackgroundLoop('response times', INTERVAL_MS, () => this.tick(), runtime.logger);
  }

  onModuleInit(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** Reports the counts so far. @throws {Error} of ioredis while Redis is unreachable */
  async publish(): Promise<void> {
    const now = await totalsOf(this.metrics.duration);
    const { requests, seconds } = this.readings[0] ?? { requests: 0, seconds: 0 };
    const reported: ResponseTimes = {
      atMs: this.runtime.clock.nowMs(),
      requests: now.requests - requests,
      seconds: Math.max(0, now.seconds - seconds),
    };
    await this.redis.hset(RESPONSE_TIMES_KEY, this.name, JSON.stringify(reported));
  }

  private async tick(): Promise<void> {
    this.readings = [...this.readings, await totalsOf(this.metrics.duration)].slice(-READINGS);
    await this.publish();
  }
}

/** Answers since the process started. */
interface AnswerTotals {
  readonly requests: number;
  /** Sum of their durations. */
  readonly seconds: number;
}

/** Route patterns whose duration depends on callers. */
const UNTIMED = new Set(ROUTES.filter(({ untimed }) => untimed).map(routePattern));

/** Sums a histogram of all routes, without streams, transfers and waits for a conversion. */
export async function totalsOf(duration: HttpMetrics['duration']): Promise<AnswerTotals> {
  const { name, values } = await duration.get();
  const timed = values.filter(({ labels }) => !UNTIMED.has(String(labels.route)));
  const sum = (metricName: string): number =>
    timed.filter((value) => value.metricName === metricName).reduce((total, { value }) => total + value, 0);
  return { requests: sum(`${name}_count`), seconds: sum(`${name}_sum`) };
}
