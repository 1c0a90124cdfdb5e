import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Counter, Registry } from 'prom-client';
import { observeDisk, observeEventLoop, startCounterAtZero } from './metrics.js';

describe('startCounterAtZero', () => {
  it('shows every combination of labels as 0, and keeps what was counted', async () => {
    const registry = new Registry();
    const labelNames = ['lane', 'result'] as const;
    const counter = new Counter({ name: 'swept_total', help: 'swept', labelNames, registers: [registry] });
    counter.inc({ lane: 'font', result: 'failed' });
    startCounterAtZero(counter, { lane: ['font', 'image'], result: ['failed', 'requeued'] });
    const { values } = await counter.get();
    expect(values.map(({ labels, value }) => `${labels.lane} ${labels.result} ${value}`).sort()).toEqual([
      'font failed 1',
      'font requeued 0',
      'image failed 0',
      'image requeued 0',
    ]);
  });
});

describe('observeDisk', () => {
  it('reports free space and size of the disk of a folder', async () => {
    const registry = new Registry();
    observeDisk(registry, 'work', tmpdir());
    const shown = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0];
    const [free, size] = [await shown('disk_free_bytes'), await shown('disk_size_bytes')];
    const { bsize, blocks, bfree } = await statfs(tmpdir());
    expect(free?.labels).toEqual({ volume: 'work' });
    expect(size?.value).toBeGreaterThan(free?.value ?? 0);
    expect(Math.abs((size?.value ?? 0) - (free?.value ?? 0) - bsize * (blocks - bfree))).toBeLessThan(1e9);
  });
});

const BLOCKED_MS = 700;

describe('observeEventLoop', () => {
  const registry = new Registry();
  observeEventLoop(registry);
  const lagOf = async (figure: 'p99' | 'max', of: Registry): Promise<number> => {
    const line = (await of.metrics())
      .split('\n')
      .find((text) => text.startsWith(`event_loop_lag_${figure}_seconds `));
    return 1_000 * Number(line?.split(' ')[1] ?? Number.NaN);
  };
  const lagMs = () => lagOf('p99', registry);
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };

  it('shows almost no lag for an idle process', async () => {
    // The machine may be busy: one quiet interval is enough.
    const seen: number[] = [];
    for (let tries = 0; tries < 20 && !seen.some((ms) => ms < 20); tries++) {
      await sleep(250);
      seen.push(await lagMs());
    }
    expect(Math.min(...seen)).toBeLessThan(20);
  });

  it('shows how long a process was blocked', async () => {
    const startedAt = performance.now();
    await lagMs();
    await sleep(150);
    block(BLOCKED_MS);
    await sleep(150);
    const lag = await lagMs();
    expect(lag).toBeGreaterThan(BLOCKED_MS - 100);
    expect(lag).toBeLessThan(performance.now() - startedAt);
  });

  it('shows the longest of several pauses, and resets it at the scrape', async () => {
    const fine = new Registry();
    observeEventLoop(fine, 5);
    const longestMs = () => lagOf('max', fine);
    await sleep(50);
    block(BLOCKED_MS);
    // Enough samples that a 99th percentile would miss one pause.
    await sleep(1_500);
    expect(await longestMs()).toBeGreaterThan(BLOCKED_MS - 10);
    await sleep(50);
    expect(await longestMs()).toBeLessThan(BLOCKED_MS - 10);
  });
});
