import { describe, expect, it } from '@jest/globals';
import {
  formatBytes,
  formatClock,
  formatDate,
  formatPart,
  formatPrice,
  formatSeconds,
  joinList,
  splitName,
} from './units.js';

describe('units', () => {
  it('shows a size with three significant digits and a no-break space', () => {
    expect(formatBytes(3_575_644, 'en')).toBe('3.41\u00a0MB');
    expect(formatBytes(120_832, 'en')).toBe('118\u00a0kB');
    expect(formatBytes(512, 'en')).toBe('512\u00a0B');
  });

  it('writes numbers and units as the language does', () => {
    expect([
      formatBytes(3_575_644, 'fr'),
      formatBytes(3_575_644, 'ru'),
      formatBytes(3_575_644, 'ja'),
    ]).toEqual(['3,41\u00a0Mo', '3,41\u00a0МБ', '3.41\u00a0MB']);
    expect([formatSeconds(1.25, 'en'), formatSeconds(1.25, 'ru')]).toEqual(['1.25\u00a0s', '1,25\u00a0с']);
    expect(formatDate('2026-11-21T12:00:00Z', 'de')).toBe('21.11.2026');
  });

  it('shows an amount in the unit of the total', () => {
    expect(formatPart(38_986_056, 90_596_966, 'en')).toBe('37.2\u00a0/\u00a086.4\u00a0MB');
  });

  it('shows a duration as a clock', () => {
    expect(formatClock(3_138_000)).toBe('52:18');
    expect(formatClock(-5)).toBe('0:00');
  });

  it('shows a price by its currency, with cents only where there are any', () => {
    expect(formatPrice(1000, 'EUR', 'en')).toBe('EUR\u00a010');
    expect(formatPrice(1050, 'EUR', 'en')).toBe('EUR\u00a010.50');
  });

  it('separates a list as the language does', () => {
    expect(['en', 'ru', 'zh', 'ja'].map((language) => joinList(['1', '2', '3'], language))).toEqual([
      '1, 2, 3',
      '1, 2, 3',
      '1、2、3',
      '1、2、3',
    ]);
  });

  it('separates the extension from a file name', () => {
    expect(splitName('a.tar.gz')).toEqual({ stem: 'a.tar', ending: '.gz' });
    expect(splitName('.profile')).toEqual({ stem: '.profile', ending: '' });
  });
});
