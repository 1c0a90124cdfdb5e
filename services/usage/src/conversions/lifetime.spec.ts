import { describe, expect, it } from '@jest/globals';
import { instantOfId, newConversionId } from './conversion-id.js';
import {
  CONVERT_MS,
  ERASE_MS,
  EXPIRE_MS,
  isMinute,
  keyPrefixOf,
  minuteOf,
  minuteStartMs,
} from './lifetime.js';

const S = Date.parse('2026-12-31T23:02:59.999Z');

describe('keyPrefixOf', () => {
  it('begins with the minute of S + 58 min, rounded down, past the end of a year', () => {
    expect(keyPrefixOf('id', S)).toBe('2027-01-01T00:00/id/');
  });

  it('never comes due before the links have expired', () => {
    for (let second = 0; second < 60; second++) {
      const startedAtMs = S + second * 1_000;
      const dueMs = minuteStartMs(minuteOf(startedAtMs + ERASE_MS));
      expect(dueMs).toBeGreaterThan(startedAtMs + EXPIRE_MS - 1);
      expect(dueMs).toBeLessThanOrEqual(startedAtMs + ERASE_MS);
    }
    expect(CONVERT_MS).toBeLessThan(EXPIRE_MS);
  });
});

describe('isMinute', () => {
  it('knows its own and nothing else', () => {
    expect(isMinute(minuteOf(S))).toBe(true);
    for (const name of ['', 'uploads', '2026-11-21', '2026-11-21T02:15:00', '2026-11-21T02:15/']) {
      expect([name, isMinute(name)]).toEqual([name, false]);
    }
  });
});

describe('newConversionId', () => {
  it('is a UUID of version 7 that carries its instant and sorts by it', () => {
    const [first, second] = [newConversionId(S), newConversionId(S + 1)];
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(instantOfId(first)).toBe(S);
    expect(first < second).toBe(true);
    expect(newConversionId(S)).not.toBe(first);
  });
});
