import { describe, expect, it } from '@jest/globals';
import { preferredLanguage } from '../accounts/language.js';
import { parseRange } from '../downloads/range.js';
import { parseAddress } from '../site/addresses.js';
import { matchesEtag } from './etag.js';
import { listOf, weightedListOf } from './list-field.js';

describe('listOf', () => {
  it('splits a header field at its commas and skips empty elements', () => {
    expect(listOf(' a , b c,,\td ')).toEqual(['a', 'b c', 'd']);
    expect(listOf(undefined)).toEqual([]);
  });
});

describe('weightedListOf', () => {
  it('reads weights, with 1 as the default', () => {
    expect(weightedListOf('BR ; Q=0.5, gzip;x=1;q=0 , *;q=odd')).toEqual([
      { value: 'br', weight: 0.5 },
      { value: 'gzip', weight: 0 },
      { value: '*', weight: Number.NaN },
    ]);
    expect(weightedListOf('identity')).toEqual([{ value: 'identity', weight: 1 }]);
  });
});

describe('hostile header fields', () => {
  const LONG = 100_000;
  /** In quadratic time each takes many seconds, in linear time about a millisecond. */
  const LINEAR_MS = 1_000;

  it.each<[string, (filler: string) => unknown, string]>([
    ['If-None-Match', (filler) => matchesEtag({ headers: { 'if-none-match': `x${filler}x` } }, '"x"'), ' '],
    ['Accept-Language', (filler) => preferredLanguage(`x${filler}x`), '\t'],
    ['Range', (filler) => parseRange(`bytes=${filler}x`, 10), ' '],
    ['a path', (filler) => parseAddress(`/x${filler}x`, new Set(['en'])), '/'],
  ])('reads in linear time: %s', (_name, read, character) => {
    const filler = character.repeat(LONG);
    const startedAt = performance.now();
    read(filler);
    expect(performance.now() - startedAt).toBeLessThan(LINEAR_MS);
  });
});
