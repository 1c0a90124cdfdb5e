import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { observeEventLoop } from './event-loop-lag.js';

const BLOCKED_MS = 700;

describe('observeEventLoop', () => {
  const registry = new Registry();
  observeEventLoop(registry);
  const lagMs = async () =>
    1_000 * Number(/^event_loop_lag_p99_seconds (\S+)$/m.exec(await registry.metrics())?.[1] ?? Number.NaN);

  it('shows next to nothing of a process at rest', async () => {
    // Whatever else runs on the machine: at rest at least once.
    const seen: number[] = [];
    for (let tries = 0; tries < 20 && !seen.some((ms) => ms < 20); tries++) {
      await sleep(250);
      seen.push(await lagMs());
    }
    expect(Math.min(...seen)).toBeLessThan(20);
  });

  it('shows for how long a process was blocked', async () => {
    const startedAt = performance.now();
    await lagMs();
    await sleep(150);
    const end = performance.now() + BLOCKED_MS;
    while (performance.now() < end);
    await sleep(150);
    const lag = await lagMs();
    expect(lag).toBeGreaterThan(BLOCKED_MS - 100);
    expect(lag).toBeLessThan(performance.now() - startedAt);
  });
});
