import { describe, expect, it } from '@jest/globals';
import { matchesEtag } from './etag.js';

describe('matchesEtag', () => {
  it.each([
    ['"a"', true],
    ['"b" , W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('compares %s weakly', (header, expected) => {
    expect(matchesEtag({ headers: { 'if-none-match': header } }, 'W/"a"')).toBe(expected);
    expect(matchesEtag({ headers: { 'if-none-match': header } }, '"a"')).toBe(expected);
  });
});
