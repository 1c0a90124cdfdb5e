import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { hashPassword, isOutdated, isPasswordOf } from './argon2.js';

describe('hashPassword', () => {
  it('uses argon2id with 19 MiB, two passes, one lane and a new salt each time', async () => {
    const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPasswordOf(one, 'secret')).toBe(true);
    expect(await isPasswordOf(one, 'Secret')).toBe(false);
    expect(isOutdated(one)).toBe(false);
  });

  it('accepts the same password in another Unicode form', async () => {
    expect(await isPasswordOf(await hashPassword('Cafe\u0301'), 'Caf\u00e9')).toBe(true);
  });
});

describe('isOutdated', () => {
  it('is true for a hash with other parameters', async () => {
    expect(isOutdated(await hash('secret', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hash('secret', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(true);
  });
});
