import { CATEGORIES } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { aUsage } from '../../../testing/factories.js';
import { nearestLimit, shareOf, usedByKind } from './usage.js';

const LIMIT = 50;

describe('usage', () => {
  it('is given for every kind', () => {
    const used = usedByKind(aUsage({ audioConversions: 3 }));
    expect(used.map(({ kind }) => kind)).toEqual([...CATEGORIES]);
    expect(used[1]).toEqual({ kind: 'audio', used: 3, limit: LIMIT });
  });

  it('does not warn up to 80 % of a limit', () => {
    expect(nearestLimit(aUsage({ conversions: 40, imageConversions: 40 }))).toBeUndefined();
  });

  it('warns of the limit with the least left, including the total', () => {
    expect(nearestLimit(aUsage({ conversions: 41, videoConversions: 45 }))?.kind).toBe('video');
    expect(nearestLimit(aUsage({ conversions: 50, videoConversions: 45 }))).toEqual({
      kind: null,
      used: 50,
      limit: LIMIT,
    });
  });

  it('counts a limit of 0 as used up', () => {
    expect(shareOf({ kind: 'font', used: 0, limit: 0 })).toBe(1);
  });
});
