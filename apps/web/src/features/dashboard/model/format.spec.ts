import { describe, expect, it } from '@jest/globals';
import { formatMegabytes, formatRate } from './format.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('formatRate', () => {
  it('shows 100 % only without any failure', () => {
    expect([1, 0.9999, 0.996, 0].map((rate) => plain(formatRate(rate, 'en')))).toEqual([
      '100 %',
      '99.9 %',
      '99.6 %',
      '0 %',
    ]);
  });
});

describe('formatMegabytes', () => {
  it('shows decimals only for small amounts', () => {
    expect([0, 0.034, 6389.62].map((size) => plain(formatMegabytes(size, 'en')))).toEqual([
      '0 MB',
      '0.03 MB',
      '6,390 MB',
    ]);
  });
});
