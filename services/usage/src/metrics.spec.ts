import { testRuntime } from '@filemill/platform/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Conversion, Ending } from './conversions/conversion.entity.js';
import { UsageMetrics } from './metrics.js';

const SECOND_MS = 1_000;

const aRow = (changes: Partial<Conversion> = {}): Conversion =>
  ({
    ...{ category: 'image', plan: 'pro', lane: 'image', inputFormat: 'png', outputFormat: 'pdf' },
    ...{ status: 'completed', originalSizeBytes: 1_000, convertedSizeBytes: 400, processingMs: 2_000 },
    ...{ createdAt: new Date(0), finishedAt: new Date(9 * SECOND_MS), ...changes },
  }) as Conversion;

const COMPLETED: Ending = {
  status: 'completed',
  outputKey: 'key',
  outputExtension: 'pdf',
  convertedSizeBytes: 400,
  processingMs: 2_000,
  losses: [],
};

describe('UsageMetrics.ended', () => {
  let metrics: UsageMetrics;
  let shown: () => Promise<string>;
  beforeEach(() => {
    const runtime = testRuntime('usage');
    metrics = new UsageMetrics(runtime);
    metrics.shared.readBy(async () => []);
    shown = () => runtime.ops.registry.metrics();
  });

  it('counts the pair of categories, the bytes, and the time by lane and goal', async () => {
    metrics.recordEnding(aRow(), COMPLETED);
    const text = await shown();
    for (const line of [
      'conversions_total{kind="image",plan="pro",outcome="completed",code="none",service="usage"} 1',
      'conversion_pairs_total{from="image",to="document",outcome="completed",code="none",service="usage"} 1',
      'conversion_bytes_total{kind="image",direction="in",service="usage"} 1000',
      'conversion_bytes_total{kind="image",direction="out",service="usage"} 400',
      'conversion_run_seconds_sum{service="usage",kind="image",plan="pro"} 2',
      'conversion_end_to_end_seconds_bucket{le="5",service="usage",kind="image",plan="pro",outcome="completed"} 0',
      'conversion_end_to_end_seconds_bucket{le="10",service="usage",kind="image",plan="pro",outcome="completed"} 1',
      'conversions_in_lane_time_total{lane="image",result="within",service="usage"} 1',
    ])
      expect(text).toContain(line);
  });

  it('reports a conversion that took longer than the goal of its lane', async () => {
    metrics.recordEnding(aRow({ finishedAt: new Date(301 * SECOND_MS) }), COMPLETED);
    expect(await shown()).toContain(
      'conversions_in_lane_time_total{lane="image",result="late",service="usage"} 1',
    );
  });

  it('does not count a cancelled conversion against the lane', async () => {
    const row = aRow({ status: 'cancelled', convertedSizeBytes: null, processingMs: null });
    metrics.recordEnding(row, { status: 'cancelled', code: 'CANCELLED' });
    const text = await shown();
    expect(text).toContain('outcome="cancelled",code="cancelled",service="usage"} 1');
    expect(text).not.toMatch(/conversions_in_lane_time_total\{.*\} [1-9]/);
    expect(text).not.toContain('direction="out"');
  });
});
