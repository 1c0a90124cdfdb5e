import { describe, expect, it } from '@jest/globals';
import { ApiKeyCipher } from './api-key-cipher.js';

const cipher = new ApiKeyCipher({ API_KEY_SECRET: Buffer.alloc(32, 7) });
const apiKey = 'fm_0123456789abcdefghjkmnpqrstvwxyz000000';

describe('ApiKeyCipher', () => {
  it('decrypts a key for its owner with the secret that encrypted it', () => {
    const hidden = cipher.encrypt(apiKey, 'ada');
    expect(hidden.includes(apiKey.slice(3, 12))).toBe(false);
    expect(cipher.decrypt(hidden, 'ada')).toBe(apiKey);
    expect(cipher.encrypt(apiKey, 'ada').equals(hidden)).toBe(false);
  });

  it('decrypts nothing for another user, with another secret, or after one bit has changed', () => {
    const hidden = cipher.encrypt(apiKey, 'ada');
    expect(() => cipher.decrypt(hidden, 'bob')).toThrow();
    const other = new ApiKeyCipher({ API_KEY_SECRET: Buffer.alloc(32, 8) });
    expect(() => other.decrypt(hidden, 'ada')).toThrow();
    for (const at of [0, 20, hidden.length - 1]) {
      const changed = Buffer.from(hidden);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => cipher.decrypt(changed, 'ada')).toThrow();
    }
  });
});
