import { registry } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { LimitReached } from './jail/jail.js';

export type Outcome = 'completed' | 'failed' | 'returned' | 'lost';

/** Every metric of a worker. Labels come from closed sets: engines, formats, outcomes, lanes, limits. */
export class WorkerMetrics {
  private readonly duration: Histogram<'engine' | 'output_format' | 'outcome'>;
  private readonly queueWait: Histogram<'lane'>;
  private readonly jailKills: Counter<'limit'>;

  constructor(metrics: Registry) {
    const registers = [metrics];
    this.duration = new Histogram({
      name: 'conversion_duration_seconds',
      help: 'One attempt from its claim to its end, by the last engine of the route',
      labelNames: ['engine', 'output_format', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_200, 3_000],
      registers,
    });
    this.queueWait = new Histogram({
      name: 'conversion_queue_wait_seconds',
      help: 'From the queueing of a job to its first start',
      labelNames: ['lane'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 15, 60, 240, 900],
      registers,
    });
    this.jailKills = new Counter({
      name: 'jail_kills_total',
      help: 'Jailed processes ended by a limit',
      labelNames: ['limit'],
      registers,
    });
  }

  ended(row: usage.Conversion, outcome: Outcome, durationMs: number): void {
    const engine = registry.route(row.inputFormat, row.outputFormat)?.steps.at(-1)?.engine ?? 'none';
    this.duration.observe({ engine, output_format: row.outputFormat, outcome }, durationMs / 1000);
  }

  waited(lane: string, waitMs: number): void {
    this.queueWait.observe({ lane }, waitMs / 1000);
  }

  limitReached(limit: LimitReached): void {
    this.jailKills.inc({ limit });
  }
}
