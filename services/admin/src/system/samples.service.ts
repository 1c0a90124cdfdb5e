import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type DatabaseCounters, DatabaseRepository } from './database.repository.js';
import { cpuPercent, cpuTimes } from './machine.js';
import { Rate } from './rate.js';

const INTERVAL_MS = 10_000;

/** Figures that need two readings: sampled every 10 s, so that an answer need not wait. */
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
