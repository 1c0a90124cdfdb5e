import { describe, expect, it } from '@jest/globals';
import { backOffMs } from './back-off.js';

const BACK_OFF = { firstMs: 1_000, longestMs: 30_000 };

describe('backOffMs', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [6, 30_000],
    [2_000, 30_000],
  ])('after %d failures is between half of %d ms and all of it', (failures, fullMs) => {
    const pauses = Array.from({ length: 1_000 }, () => backOffMs(failures, BACK_OFF));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(fullMs / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(fullMs);
    expect(new Set(pauses).size).toBeGreaterThan(1);
  });
});
