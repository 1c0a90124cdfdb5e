import { beforeEach, describe, expect, it } from '@jest/globals';
import { LocalLimiter } from './local-limiter.js';

describe('LocalLimiter', () => {
  let now: number;
  let limiter: LocalLimiter;
  beforeEach(() => {
    now = 5_000;
    limiter = new LocalLimiter({ name: 'test', limit: 2, windowSeconds: 60 }, () => now);
  });

  it('allows each client its limit in a window and returns when the next window begins', () => {
    expect(limiter.count('a')).toMatchObject({ allowed: true, remaining: 1, waitMs: 60_000 });
    now += 20_000;
    expect(limiter.count('a')).toMatchObject({ allowed: true, remaining: 0 });
    expect(limiter.count('a')).toMatchObject({ allowed: false, remaining: 0, waitMs: 40_000 });
    expect(limiter.count('b')).toMatchObject({ allowed: true });
    now += 40_000;
    expect(limiter.count('a')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('neither counts nor refuses clients beyond its capacity', () => {
    for (let n = 0; n < 100_000; n++) limiter.count(`client ${n}`);
    for (let n = 0; n < 3; n++) expect(limiter.count('late').allowed).toBe(true);
    for (let n = 0; n < 2; n++) limiter.count('client 0');
    expect(limiter.count('client 0').allowed).toBe(false);
  });
});
