import { describe, expect, it } from '@jest/globals';
import { shownPages } from './pager.js';

describe('shownPages', () => {
  it.each([
    [1, 1, [1]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [2, 3, [1, 2, 3]],
    [1, 0, []],
  ])('shows at most five pages around page %i of %i', (page, count, shown) => {
    expect(shownPages(page, count)).toEqual(shown);
  });
});
