import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

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
