import { describe, expect, it } from '@jest/globals';
import { periodDates, periodStartMs } from './statistics.service.js';

describe('a period', () => {
  it('is today and the days before it, also across the end of a month and at any hour', () => {
    for (const time of ['00:00:00.000', '23:59:59.999']) {
      const nowMs = Date.parse(`2026-03-02T${time}Z`);
      expect(periodDates(nowMs, 7)).toEqual([
        '2026-02-24',
        '2026-02-25',
        '2026-02-26',
        '2026-02-27',
        '2026-02-28',
        '2026-03-01',
        '2026-03-02',
      ]);
      expect(periodStartMs(nowMs, 7)).toBe(Date.parse('2026-02-24T00:00:00Z'));
    }
  });
});
