import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Every 10 ms, as usual, would wake an idle process a hundred times a second: 1.5 % of two cores for nine of them. */
const LOOK_MS = 100;

/**
 * Shows how late the event loop is. In place of prom-client's own figures: these are the times from one look to the next, so
 * that an idle process seems to be late by its whole interval.
 */
export function observeEventLoop(registry: Registry): void {
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  }
  const looks = monitorEventLoopDelay({ resolution: LOOK_MS });
  looks.enable();
  new Gauge({
    name: 'event_loop_lag_p99_seconds',
    help: 'How much later than it should a timer of 100 ms ran since the last scrape, 99th percentile',
    registers: [registry],
    collect() {
      this.set(Math.max(0, looks.percentile(99) / 1e6 - LOOK_MS) / 1_000);
      looks.reset();
    },
  });
}
