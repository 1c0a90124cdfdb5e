import { describe, expect, it } from '@jest/globals';
import { pageRanges, rangesOf } from './page-ranges.js';

describe('ranges of pages', () => {
  it.each([
    ['3', [[3, 3]]],
    [
      '1-3,7',
      [
        [1, 3],
        [7, 7],
      ],
    ],
    [
      '7,1-3,2-4',
      [
        [1, 4],
        [7, 7],
      ],
    ],
    ['3-1', [[1, 3]]],
    ['5-', [[5, 99_999]]],
    ['0-2', [[1, 2]]],
  ])('%s is %j', (text, wanted) => {
    expect(pageRanges.parse(text)).toBe(text);
    expect(rangesOf(text)).toEqual(wanted);
  });

  it.each([
    '',
    '0',
    ',',
    '1,',
    '-3',
    '1--3',
    '1;2',
    'a',
    '1 - 3',
    '123456',
    '1-3,'.repeat(40),
    `1${',1'.repeat(20)}`,
  ])('refuses %j', (text) => {
    expect(pageRanges.safeParse(text).success).toBe(false);
  });
});
