import { describe, expect, it } from '@jest/globals';
import { anActivityRow } from '../../../testing/factories.js';
import { formatAgo, isSoonGone, resultState } from './row.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

describe('resultState', () => {
  it('offers a result until its file expires, by the clock of the page', () => {
    expect(resultState(anActivityRow({ expiresAt: at(1) }), NOW)).toBe('ready');
    expect(resultState(anActivityRow({ expiresAt: at(0) }), NOW)).toBe('expired');
  });

  it('offers no result that the server has erased', () => {
    expect(resultState(anActivityRow({ expiresAt: at(1), downloadUrl: null }), NOW)).toBe('expired');
  });

  it.each(['failed', 'pending'] as const)('has no result for a conversion that is %s', (status) => {
    expect(resultState(anActivityRow({ status, expiresAt: at(-1), downloadUrl: null }), NOW)).toBe('none');
  });

  it('warns in the last five minutes', () => {
    expect(isSoonGone(anActivityRow({ expiresAt: at(6) }), NOW)).toBe(false);
    expect(isSoonGone(anActivityRow({ expiresAt: at(4) }), NOW)).toBe(true);
  });
});

describe('formatAgo', () => {
  it.each([
    [at(0), 'now'],
    [at(2), 'now'],
    [at(-4), '4 min ago'],
    [at(-130), '2 hr ago'],
    [at(-60 * 49), '2 days ago'],
  ])('describes %s as: %s', (instant, words) => {
    expect(formatAgo(instant, NOW, 'en').replaceAll('.', '')).toBe(words);
  });
});
