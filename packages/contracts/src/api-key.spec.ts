import { describe, expect, it } from '@jest/globals';
import { isApiKey, newApiKey } from './api-key.js';

describe('newApiKey', () => {
  it('makes keys of one form that never repeat', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^fm_[0-9a-hjkmnp-tv-z]{38}$/);
      expect(isApiKey(key)).toBe(true);
    }
    // Every letter of the alphabet turns up in 6,400 random ones.
    expect(new Set(keys.map((key) => key.slice(3, 35)).join('')).size).toBe(32);
  });
});

describe('isApiKey', () => {
  it('accepts a key made by another program', () => {
    // The checksum was computed by Python's binascii.crc32 over the first 35 characters.
    expect(isApiKey('fm_0123456789abcdefghjkmnpqrstvwxyz4esszb')).toBe(true);
  });

  it('refuses a key with one character changed, wherever it is', () => {
    const key = newApiKey();
    for (let at = 3; at < key.length; at++) {
      const other = key[at] === '0' ? '1' : '0';
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  it('refuses a malformed key', () => {
    const key = newApiKey();
    for (const text of ['', 'fm_', key.slice(1), `${key}0`, key.toUpperCase(), ` ${key}`, `${key}\n`])
      expect(isApiKey(text)).toBe(false);
  });
});
