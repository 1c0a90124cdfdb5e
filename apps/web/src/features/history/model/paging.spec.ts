import { describe, expect, it } from '@jest/globals';
import { lastPageInstead, pageOf, shownRange } from './paging.js';

const aPagination = (currentPage: number, totalCount: number) => ({
  currentPage,
  totalCount,
  totalPages: Math.ceil(totalCount / 20),
  itemsPerPage: 20,
  hasPreviousPage: false,
  hasNextPage: false,
});

describe('paging', () => {
  it.each([
    ['3', 3],
    [null, 1],
    ['', 1],
    ['0', 1],
    ['-2', 1],
    ['1.5', 1],
    ['x', 1],
    ['10000000', 1],
  ])('takes %p for page %p', (value, page) => {
    expect(pageOf(value)).toBe(page);
  });

  it('counts the rows of a page from 1, and ends with the last row', () => {
    expect(shownRange(aPagination(1, 43))).toEqual({ from: 1, to: 20 });
    expect(shownRange(aPagination(3, 43))).toEqual({ from: 41, to: 43 });
  });

  it('redirects from a page beyond the end to the last one, and stays if there are no rows', () => {
    expect(lastPageInstead(aPagination(9, 43))).toBe(3);
    expect(lastPageInstead(aPagination(3, 43))).toBeUndefined();
    expect(lastPageInstead(aPagination(2, 0))).toBeUndefined();
  });
});
