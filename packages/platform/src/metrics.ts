import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Counter, Gauge, type Registry } from 'prom-client';

/**
 * Shows every series of a counter as 0 before its first event. For Prometheus a series that begins with 1 has not
 * increased, so an alert would miss the first event.
 *
 * @param values - all values of each label
 */
export function startCounterAtZero<T extends string>(
  counter: Counter<T>,
  values: Readonly<Record<T, readonly string[]>>,
): void {
  let combinations: Partial<Record<T, string>>[] = [{}];
  for (const label of Object.keys(values) as T[])
    combinations = combinations.flatMap((known) =>
      values[label].map((value) => ({ ...known, [label]: value })),
    );
  for (const labels of combinations) counter.inc(labels, 0);
}

/** What a folder is for: files of running jobs, or the folder store. */
type Volume = 'work' | 'store';

/** Shows the free space on the disk of a folder at the time of the scrape; counted as df(1) does. */
export function observeDisk(registry: Registry, volume: Volume, folder: string): void {
  const gauge = (name: string, help: string, measure: (disk: Disk) => number) =>
    new Gauge({
      ...{ name, help },
      labelNames: ['volume'],
      registers: [registry],
      async collect() {
        this.set({ volume }, measure(await statfs(folder)));
      },
    });
  gauge('disk_free_bytes', 'Room left for this process', ({ bsize, bavail }) => bsize * bavail);
  gauge('disk_size_bytes', 'All room, without what only root may use', ({ bsize, blocks, bfree, bavail }) => {
    return bsize * (blocks - bfree + bavail);
  });
}

interface Disk {
  readonly bsize: number;
  readonly blocks: number;
  readonly bfree: number;
  readonly bavail: number;
}

/** Every 10 ms, as usual, would wake an idle process a hundred times a second: 1.5 % of two cores for nine of them. */
export const EVENT_LOOP_LOOK_MS = 100;

/**
 * Shows how late the event loop is. Replaces prom-client's own figures: those are times between two samples, so that
 * an idle process seems to be late by its whole interval.
 *
 * @param lookMs - time between two samples, milliseconds; a pause is shown too short by up to that time, since nothing
 *   was due in its first part
 */
export function observeEventLoop(registry: Registry, lookMs = EVENT_LOOP_LOOK_MS): void {
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  }
  const looks = monitorEventLoopDelay({ resolution: lookMs });
  looks.enable();
  const latenessOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - lookMs) / 1_000;
  const longest = new Gauge({
    name: 'event_loop_lag_max_seconds',
    help: 'How much later than it should the latest of these timers ran since the last scrape',
    // After the other gauge, which reads for both: one scrape resets the histogram once.
    registers: [],
  });
  new Gauge({
    name: 'event_loop_lag_p99_seconds',
    help: `How much later than it should a timer of ${lookMs} ms ran since the last scrape, 99th percentile`,
    registers: [registry],
    collect() {
      this.set(latenessOf(looks.percentile(99)));
      longest.set(latenessOf(looks.max));
      looks.reset();
    },
  });
  registry.registerMetric(longest);
}
