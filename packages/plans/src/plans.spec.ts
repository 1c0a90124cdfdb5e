import { PLAN_IDS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  concurrencyMessage,
  DEFAULT_PLANS,
  maxFileSizeBytes,
  maxFileSizeMb,
  periodAt,
  planSchema,
  plansViewSchema,
  planTableSchema,
  quotaMessage,
} from './index.js';

describe('DEFAULT_PLANS', () => {
  it('is a valid plan table and survives JSON', () => {
    const view = { version: 1, plans: DEFAULT_PLANS };
    expect(plansViewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it('shows 200, 500 and 2,048 MB as the largest files', () => {
    expect(PLAN_IDS.map((id) => maxFileSizeMb(DEFAULT_PLANS[id]))).toEqual([200, 500, 2_048]);
  });

  it('counts a megabyte as 1,048,576 bytes', () => {
    expect(maxFileSizeBytes(DEFAULT_PLANS.guest).image).toBe(50 * 1_048_576);
  });
});

describe('planSchema', () => {
  it('fills a new field that a plan leaves out with its default', () => {
    const extended = planSchema.extend({ pagesPerFile: z.int().default(5) });
    const plan: z.input<typeof extended> = DEFAULT_PLANS.free;
    expect(extended.parse(plan)).toEqual({ ...DEFAULT_PLANS.free, pagesPerFile: 5 });
  });
});

describe('planTableSchema', () => {
  it('refuses a table without a category, with a negative limit or with an unknown field', () => {
    const { font: _font, ...withoutFont } = DEFAULT_PLANS.pro.maxFileSizeMb;
    const tables = [
      { maxFileSizeMb: withoutFont },
      { concurrent: -1 },
      { filesAtOnce: 1_001 },
      { dailyFiles: 3 },
    ];
    for (const change of tables) {
      const table = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, ...change } };
      expect(planTableSchema.safeParse(table).success).toBe(false);
    }
  });
});

describe('quotaMessage', () => {
  const text = (plan: (typeof PLAN_IDS)[number], used: number, category?: 'video' | 'image') =>
    quotaMessage(DEFAULT_PLANS, plan, { category, used, limit: used });

  it('invites a free user to upgrade', () => {
    expect(text('free', 50)).toBe(
      'Monthly conversion limit reached (50/50). Upgrade to Pro for 5,000 conversions per month.',
    );
  });

  it('refers a Pro user to support', () => {
    expect(text('pro', 5_000)).toBe(
      'Monthly conversion limit reached. Please contact support for a custom plan.',
    );
  });

  it('invites a guest to create a free account', () => {
    expect(text('guest', 35)).toBe(
      'Daily conversion limit reached (35/35). Create a free account for 50 conversions per month.',
    );
  });

  it('names the category whose limit is reached', () => {
    expect(text('free', 10, 'video')).toBe(
      'Monthly video conversion limit reached (10/10). Upgrade to Pro for 500 video conversions per month.',
    );
    expect(text('guest', 10, 'image')).toBe(
      'Daily image conversion limit reached (10/10). Create a free account for 50 image conversions per month.',
    );
  });
});

describe('concurrencyMessage', () => {
  it('uses singular and plural', () => {
    expect(concurrencyMessage(1)).toMatch(/^Only one conversion/);
    expect(concurrencyMessage(1_000)).toMatch(/^Only 1,000 conversions/);
  });
});

describe('periodAt', () => {
  const lastMoment = Date.UTC(2026, 11, 31, 23, 59, 59, 999);

  it('ends a day and a month at midnight UTC', () => {
    const endsAtMs = Date.UTC(2027, 0, 1);
    expect(periodAt('day', lastMoment)).toEqual({ key: '2026-12-31', endsAtMs });
    expect(periodAt('month', lastMoment)).toEqual({ key: '2026-12', endsAtMs });
  });

  it('begins the next period a millisecond later', () => {
    expect(periodAt('month', lastMoment + 1).key).toBe('2027-01');
  });
});
