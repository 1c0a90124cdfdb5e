import { describe, expect, it } from '@jest/globals';
import { analyticsOf } from './history.service.js';
import type { UserDay } from './user-days.repository.js';

const aDay = (changes: Partial<UserDay>): UserDay => ({
  ...{ date: '2026-11-20', category: 'image', completed: 0, failed: 0 },
  ...{ inputBytes: 0, savedBytes: 0, processingMs: 0 },
  ...changes,
});

describe('analyticsOf', () => {
  it('sums days and categories, and averages completed conversions', () => {
    const answer = analyticsOf([
      aDay({ completed: 2, inputBytes: 100, savedBytes: 30, processingMs: 3_000 }),
      aDay({ category: 'video', completed: 1, failed: 1, inputBytes: 50, processingMs: 6_000 }),
      aDay({ date: '2026-11-21', completed: 1, savedBytes: 5, inputBytes: 10, processingMs: 3_000 }),
    ]);
    expect(answer).toEqual({
      days: [
        { date: '2026-11-20', byCategory: { image: 2, video: 1 }, inputBytes: 150 },
        { date: '2026-11-21', byCategory: { image: 1 }, inputBytes: 10 },
      ],
      averageSeconds: 3,
      successRate: 0.8,
      sizeSavedBytes: 35,
    });
  });

  it('returns no mean and no day without completed conversions', () => {
    const failed = analyticsOf([aDay({ failed: 2 })]);
    expect(failed).toEqual({ days: [], averageSeconds: undefined, successRate: 0, sizeSavedBytes: 0 });
    expect(analyticsOf([]).successRate).toBeUndefined();
  });
});
