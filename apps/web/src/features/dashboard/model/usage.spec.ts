import { KINDS, type Kind } from '@filemill/ui';
import type { Usage } from '@filemill/web-client';
import { describe, expect, it } from '@jest/globals';
import { nearestLimit, shareOf, usedByKind } from './usage.js';

const LIMIT = 50;

const NOTHING = Object.fromEntries(
  KINDS.flatMap((kind) => [
    [`${kind}Conversions`, 0],
    [`${kind}Limit`, LIMIT],
  ]),
) as Record<`${Kind}Conversions` | `${Kind}Limit`, number>;

const aUsage = (change: Partial<Usage> = {}): Usage => ({
  ...NOTHING,
  conversions: 0,
  limit: LIMIT,
  resetDate: '2026-12-01T00:00:00.000Z',
  dataProcessedMB: 0,
  maxFileSizeMB: 500,
  ...change,
});

describe('usage', () => {
  it('is told for every kind', () => {
    const used = usedByKind(aUsage({ audioConversions: 3 }));
    expect(used.map(({ kind }) => kind)).toEqual([...KINDS]);
    expect(used[1]).toEqual({ kind: 'audio', used: 3, limit: LIMIT });
  });

  it('warns of nothing up to 80 % of a limit', () => {
    expect(nearestLimit(aUsage({ conversions: 40, imageConversions: 40 }))).toBeUndefined();
  });

  it('warns of the limit of which least is left, all kinds together among them', () => {
    expect(nearestLimit(aUsage({ conversions: 41, videoConversions: 45 }))?.kind).toBe('video');
    expect(nearestLimit(aUsage({ conversions: 50, videoConversions: 45 }))).toEqual({
      kind: null,
      used: 50,
      limit: LIMIT,
    });
  });

  it('takes a limit of none for used up', () => {
    expect(shareOf({ kind: 'font', used: 0, limit: 0 })).toBe(1);
  });
});
