import type { AnalyticsView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { categoriesOf, countOf, isEnough, samplesOf } from './analytics.js';

const aDay = (
  date: string,
  counts: Partial<Record<Category, number>>,
  megabytes = 1,
): AnalyticsView['days'][number] => ({
  date,
  byCategory: Object.fromEntries(CATEGORIES.map((category) => [category, counts[category] ?? 0])) as Record<
    Category,
    number
  >,
  megabytes,
});
const DAYS = [aDay('2026-11-20', { font: 2, image: 10 }), aDay('2026-11-21', { image: 7, video: 1 }, 2.5)];
const anAnalytics = (successRate: number | null) => ({
  days: DAYS,
  averageSeconds: 1,
  successRate,
  sizeSavedMB: 1,
});

describe('analytics', () => {
  it('counts a day over all categories', () => {
    expect(countOf(aDay('2026-11-21', { image: 7, video: 1 }))).toBe(8);
  });

  it('calculates the failures from the success rate', () => {
    expect(samplesOf(anAnalytics(0.8))).toEqual({ completed: 20, ended: 25, megabytes: 3.5 });
    expect(samplesOf(anAnalytics(null)).ended).toBe(20);
  });

  it('needs at least 20 conversions', () => {
    expect([isEnough(19), isEnough(20)]).toEqual([false, true]);
  });

  it('names the categories that occur, in the order of the page', () => {
    expect(categoriesOf(anAnalytics(1))).toEqual(['image', 'video', 'font']);
  });
});
