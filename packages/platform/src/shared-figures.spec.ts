import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Gauge, Registry } from 'prom-client';
import { type Figure, SharedFigures } from './shared-figures.js';
import { testRuntime } from './testing.js';

describe('SharedFigures', () => {
  let registry: Registry;
  let figures: SharedFigures;
  let jobs: Gauge;
  let events: Gauge;
  let nowMs: number;
  beforeEach(() => {
    nowMs = 100_000;
    const runtime = testRuntime('test', { nowMs: () => nowMs });
    registry = runtime.ops.registry;
    figures = new SharedFigures(runtime);
    jobs = figures.gauge('jobs', 'Jobs', ['lane']);
    events = figures.gauge('events', 'Events');
  });

  it('reads once for all gauges, and again only after 15 s', async () => {
    const read = jest.fn(
      async (): Promise<Figure[]> => [
        [jobs, 2, { lane: 'image' }],
        [events, 3],
      ],
    );
    figures.readBy(read);
    expect(await registry.metrics()).toMatch(
      /jobs\{lane="image",service="test"\} 2[\s\S]*events\{service="test"\} 3/,
    );
    expect(await registry.metrics()).toMatch(/shared_figures_up\{service="test"\} 1/);
    expect(read).toHaveBeenCalledTimes(1);
    nowMs += 15_000;
    await registry.metrics();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('shows no old values while reading fails', async () => {
    const read = jest.fn(
      async (): Promise<Figure[]> => [
        [jobs, 2, { lane: 'image' }],
        [events, 3],
      ],
    );
    figures.readBy(read);
    await registry.metrics();
    read.mockRejectedValue(new Error('away'));
    nowMs += 60_000;
    const text = await registry.metrics();
    expect(text).toMatch(/shared_figures_up\{service="test"\} 0/);
    expect(text).not.toMatch(/^(jobs|events)\{/m);
  });
});
