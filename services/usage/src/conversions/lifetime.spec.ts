import { newId } from '@filemill/platform';
import {
  CONVERSION_DEADLINE_MS,
  ERASURE_MS,
  instantOfId,
  isKeyOf,
  isMinute,
  keyPrefixOf,
  LINK_EXPIRY_MS,
  minuteOf,
  minuteStartMs,
} from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { firstIdAt } from './lifetime.js';

const S = Date.parse('2026-12-31T23:02:59.999Z');

describe('keyPrefixOf', () => {
  it('begins with the minute of S + 58 min, rounded down, also past the end of a year', () => {
    expect(keyPrefixOf('id', S)).toBe('2027-01-01T00:00/id/');
  });

  it('is never due before the links have expired', () => {
    for (let second = 0; second < 60; second++) {
      const startedAtMs = S + second * 1_000;
      const dueMs = minuteStartMs(minuteOf(startedAtMs + ERASURE_MS));
      expect(dueMs).toBeGreaterThan(startedAtMs + LINK_EXPIRY_MS - 1);
      expect(dueMs).toBeLessThanOrEqual(startedAtMs + ERASURE_MS);
    }
    expect(CONVERSION_DEADLINE_MS).toBeLessThan(LINK_EXPIRY_MS);
  });
});

describe('isMinute', () => {
  it('is true for the minutes of keyPrefixOf only', () => {
    expect(isMinute(minuteOf(S))).toBe(true);
    for (const name of ['', 'uploads', '2026-11-21', '2026-11-21T02:15:00', '2026-11-21T02:15/']) {
      expect([name, isMinute(name)]).toEqual([name, false]);
    }
  });
});

describe('firstIdAt', () => {
  it('sorts before every id of its instant and after all earlier ids', () => {
    expect(firstIdAt(S) < newId(S)).toBe(true);
    expect(firstIdAt(S) > newId(S - 1)).toBe(true);
    expect(instantOfId(firstIdAt(S))).toBe(S);
  });
});

describe('isKeyOf', () => {
  const id = newId(S);
  const prefix = keyPrefixOf(id, S);

  it('accepts a plain name directly below the prefix of the id', () => {
    for (const name of ['input', 'output-1', 'output-12.zip', '_x'])
      expect(isKeyOf(id, prefix + name)).toBe(true);
  });

  it.each([
    ['the prefix alone', prefix],
    ['another conversion', `${keyPrefixOf(newId(S), S)}output-1`],
    ['another minute', `${keyPrefixOf(id, S + 60_000)}output-1`],
    ['a folder', `${prefix}deeper/output-1`],
    ['a way up', `${prefix}../output-1`],
    ['a hidden name', `${prefix}.output`],
    ['no prefix', 'output-1'],
  ])('refuses %s', (_what, key) => {
    expect(isKeyOf(id, key)).toBe(false);
  });
});
