import type { Series } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { byOutcome, completedByCategory, countOutcome } from './daily.js';

const day: Series[number] = {
  date: '2026-11-21',
  users: 2,
  revenue: 10,
  conversions: {
    image: { completed: 5, failed: 1, cancelled: 0 },
    font: { completed: 2, failed: 0, cancelled: 3 },
  },
};

describe('a day of the series', () => {
  it('adds up the categories of each outcome', () => {
    expect(byOutcome(day)).toEqual({ completed: 7, failed: 1, cancelled: 3 });
    expect(countOutcome(day, 'completed')).toBe(7);
  });

  it('has a figure for every category, also when nothing was converted', () => {
    expect(completedByCategory(day)).toEqual({
      image: 5,
      audio: 0,
      video: 0,
      document: 0,
      presentation: 0,
      archive: 0,
      ebook: 0,
      font: 2,
    });
  });
});
