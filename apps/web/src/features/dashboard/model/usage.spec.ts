import { CATEGORIES } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { aUsage } from '../../../testing/factories.js';
import { nearestLimit, shareOf, usedByCategory } from './usage.js';

const LIMIT = 50;

describe('usage', () => {
  it('has a figure for every category', () => {
    const used = usedByCategory(aUsage({ audioConversions: 3 }));
    expect(used.map(({ category }) => category)).toEqual([...CATEGORIES]);
    expect(used[1]).toEqual({ category: 'audio', used: 3, limit: LIMIT });
  });

  it('does not warn up to 80 % of a limit', () => {
    expect(nearestLimit(aUsage({ conversions: 40, imageConversions: 40 }))).toBeUndefined();
  });

  it('warns of the limit with the least left, including the total', () => {
    expect(nearestLimit(aUsage({ conversions: 41, videoConversions: 45 }))?.category).toBe('video');
    expect(nearestLimit(aUsage({ conversions: 50, videoConversions: 45 }))).toEqual({
      category: null,
      used: 50,
      limit: LIMIT,
    });
  });

  it('counts a limit of 0 as used up', () => {
    expect(shareOf({ category: 'font', used: 0, limit: 0 })).toBe(1);
  });
});
