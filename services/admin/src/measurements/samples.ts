import { cpus, freemem, totalmem } from 'node:os';
import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type DatabaseCounters, DatabaseRepository } from './database.repository.js';
import { Rate } from './rate.js';

const INTERVAL_MS = 10_000;

/** Times of all processors together since the start of the machine, ms. */
interface CpuTimes {
  readonly idle: number;
  readonly total: number;
}

/** Reads the processors' counters. */
function cpuTimes(): CpuTimes {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.map((kinds) => sum(Object.values(kinds)))),
  };
}

/** Use of the processors between two readings, percent; 0 if no time has passed. */
const cpuPercent = (from: CpuTimes, to: CpuTimes): number =>
  to.total > from.total ? 100 * (1 - (to.idle - from.idle) / (to.total - from.total)) : 0;

/** Memory in use, percent; file caches count as free. */
export const memoryPercent = (): number => 100 * (1 - freemem() / totalmem());

/** Values that need two readings: sampled every 10 s, so that an answer need not wait. */
@Injectable()
export class Samples implements OnModuleInit, OnModuleDestroy {
  private readonly transactions = new Rate();
  private readonly loop: BackgroundLoop;
  private lastCpu = cpuTimes();
  private cpuBefore = this.lastCpu;

  constructor(
    private readonly database: DatabaseRepository,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.loop = new BackgroundLoop('samples', INTERVAL_MS, () => this.sample(), logger);
  }

  onModuleInit(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** How busy all processors were in the last 10 to 20 s, percent. */
  get cpuPercent(): number {
    return cpuPercent(this.cpuBefore, cpuTimes());
  }

  /** Postgres's counters now, and its transactions a second over the last minute. @throws {AppError} UNAVAILABLE */
  async readDatabase(): Promise<DatabaseCounters & { perSecond: number }> {
    const counters = await this.database.counters();
    this.transactions.read(counters.transactions, performance.now());
    return { ...counters, perSecond: this.transactions.perSecond ?? 0 };
  }

  private async sample(): Promise<void> {
    this.cpuBefore = this.lastCpu;
    this.lastCpu = cpuTimes();
    await this.readDatabase();
  }
}
