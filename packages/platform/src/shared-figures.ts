import { setImmediate as nextTurn } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Runtime } from './bootstrap.js';

/** Longest age of a figure that is shown. */
const KEPT_MS = 15_000;

/** One value of one gauge, with its labels. */
export type Figure = readonly [gauge: Gauge, value: number, labels?: Readonly<Record<string, string>>];

/**
 * Gauges of what all instances of a service share, such as queues and tables. The instance that is scraped reads them,
 * at most once in 15 s. While they cannot be read they are absent, and `shared_figures_up` is 0.
 */
export class SharedFigures {
  /** Functions that clear each gauge. */
  private readonly clearings: (() => void)[] = [];
  private readonly up: Gauge;
  private read: () => Promise<Iterable<Figure>> = async () => [];
  private refreshing: Promise<void> | undefined;
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly runtime: Runtime) {
    this.up = new Gauge({
      name: 'shared_figures_up',
      help: 'Whether the shared figures of this service could be read',
      registers: [runtime.ops.registry],
      collect: () => this.refresh(),
    });
  }

  /** Declares a gauge; {@link readBy} provides its values. */
  gauge<T extends string = never>(name: string, help: string, labelNames: readonly T[] = []): Gauge {
    const gauge = new Gauge({
      ...{ name, help, labelNames: [...labelNames] },
      registers: [this.runtime.ops.registry],
      collect: () => this.refresh(),
    });
    // `reset` would leave a 0 in a gauge without labels.
    this.clearings.push(labelNames.length > 0 ? () => gauge.reset() : () => gauge.remove());
    return gauge;
  }

  /** @param read - returns all values; gauges that it omits are absent */
  readBy(read: () => Promise<Iterable<Figure>>): void {
    this.read = read;
  }

  /** Every gauge calls this on each scrape; one read serves them all. */
  private refresh(): Promise<void> {
    // In both directions: a test may set the clock back.
    if (Math.abs(this.runtime.clock.nowMs() - this.readAtMs) < KEPT_MS) return Promise.resolve();
    this.refreshing ??= this.readAll().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async readAll(): Promise<void> {
    try {
      // Metrics about the load of this process must not include this read itself.
      await nextTurn();
      const figures = [...(await this.read())];
      this.clear();
      for (const [gauge, value, labels] of figures) gauge.set({ ...labels }, value);
      this.up.set(1);
      this.readAtMs = this.runtime.clock.nowMs();
    } catch (err) {
      this.runtime.logger.warn({ err }, 'could not read the shared figures');
      this.clear();
      this.up.set(0);
    }
  }

  private clear(): void {
    for (const clear of this.clearings) clear();
  }
}
