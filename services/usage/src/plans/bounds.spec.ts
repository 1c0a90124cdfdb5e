import { DEFAULT_PLANS, planSchema } from '@filemill/plans';
import { jobPriority, laneSecond, priorityEpochStartMs } from '@filemill/queue';
import { describe, expect, it } from '@jest/globals';
import { ADDRESS_MULTIPLE } from '../quotas/charges.js';

const [INT4_MAX, BULLMQ_PRIORITY_MAX] = [2 ** 31 - 1, 2 ** 21 - 1];
const LARGEST = {
  ...DEFAULT_PLANS.guest,
  conversions: { ...DEFAULT_PLANS.guest.conversions, total: 100_000_000 },
  maxFileSizeMb: { ...DEFAULT_PLANS.guest.maxFileSizeMb, video: 50_000 },
  concurrent: 100_000_000,
  handicapSeconds: 3_600,
};

describe('planSchema', () => {
  it('refuses numbers that a counter, a queue or a size cannot hold', () => {
    const { conversions, concurrent, handicapSeconds, maxFileSizeMb } = planSchema.parse(LARGEST);
    expect(ADDRESS_MULTIPLE * conversions.total).toBeLessThan(INT4_MAX);
    const lastSecondMs = priorityEpochStartMs(Date.now()) - 1;
    const priority = jobPriority(laneSecond(lastSecondMs), handicapSeconds, ADDRESS_MULTIPLE * concurrent);
    expect(priority).toBeLessThanOrEqual(BULLMQ_PRIORITY_MAX);
    expect(Number.isSafeInteger(maxFileSizeMb.video * 1_048_576)).toBe(true);
  });

  it.each([
    ['total', { conversions: { ...LARGEST.conversions, total: 100_000_001 } }],
    ['a fraction', { conversions: { ...LARGEST.conversions, total: 1.5 } }],
    ['file size', { maxFileSizeMb: { ...LARGEST.maxFileSizeMb, video: 50_001 } }],
    ['file size', { maxFileSizeMb: { ...LARGEST.maxFileSizeMb, video: 0 } }],
    ['concurrent', { concurrent: 100_000_001 }],
    ['handicap', { handicapSeconds: 3_601 }],
    ['price', { priceMinor: 100_000_000 }],
  ])('refuses also: %s', (_name, change) => {
    expect(planSchema.safeParse({ ...LARGEST, ...change }).success).toBe(false);
  });
});
