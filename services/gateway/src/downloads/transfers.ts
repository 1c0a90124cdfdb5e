import type { Readable } from 'node:stream';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Drain } from '../http/drain.js';
import { type HttpMetrics, METRICS } from '../http/metrics.js';

/** How often a running download looks whether its file has expired. */
const EXPIRY_CHECK_MS = 1_000;

/** Downloads that are going on. */
@Injectable()
export class Transfers {
  private readonly clock: Clock;

  constructor(
    private readonly drain: Drain,
    @Inject(METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /** Counts what is sent, and cuts it when its time, or that of this process, is over. */
  supervise(body: Readable, expiresAtMs: number): void {
    const cut = () => body.destroy(new AppError('GONE'));
    // Looked at again and again, not timed once: the clock of a test is moved while a download runs.
    const timer = setInterval(() => {
      if (this.clock.nowMs() >= expiresAtMs) cut();
    }, EXPIRY_CHECK_MS);
    this.drain.over.addEventListener('abort', cut);
    body.on('data', (chunk: Buffer) => this.metrics.downloadedBytes.inc(chunk.length));
    body.pause();
    this.metrics.runningDownloads.inc();
    body.once('close', () => {
      this.metrics.runningDownloads.dec();
      clearInterval(timer);
      this.drain.over.removeEventListener('abort', cut);
    });
  }
}
