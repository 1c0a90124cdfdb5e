import { describe, expect, it } from '@jest/globals';
import { parseRange } from './range.js';

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=5-99', { start: 5, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=-', undefined],
    ['lines=0-1', undefined],
    ['Bytes = 1 - 2 ', { start: 1, end: 2 }],
    ['bytes=1-2-3', undefined],
    ['bytes=1--2', undefined],
    ['bytes=0x1-2', undefined],
    ['bytes', undefined],
    [undefined, undefined],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  it('has no satisfiable range in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
