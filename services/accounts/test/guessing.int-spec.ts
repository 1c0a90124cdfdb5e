import { describe, expect, it } from '@jest/globals';
import { anAddress, anId, useRig } from './support/rig.js';
import { makeTimed, separation, timePairs, wrongLogin } from './support/timing.js';

/** Number of guesses that are sent at the same time. */
const SIMULTANEOUS_GUESSES = 25;

/** A pair computes argon2id twice: about 60 ms. enumeration.int-spec.ts measures many more pairs without it. */
const LOGIN_PAIRS = 60;

const rig = useRig();

/** Sends guesses. @returns how many were compared with the password; the rest must be RATE_LIMITED */
async function sendGuesses(count: number, email: (n: number) => string, address: (n: number) => string) {
  const before = await countHashes();
  const codes = new Set<string>();
  for (let done = 0; done < count; done += SIMULTANEOUS_GUESSES) {
    const batch = Array.from({ length: SIMULTANEOUS_GUESSES }, (_, n) =>
      rig.login(email(done + n), `guess ${n}`, address(done + n)),
    );
    for (const outcome of await Promise.allSettled(batch))
      codes.add(outcome.status === 'rejected' ? outcome.reason.code : 'signed in');
  }
  expect([...codes].sort()).toEqual(['RATE_LIMITED', 'UNAUTHENTICATED']);
  return (await countHashes()) - before;
}

async function countHashes(): Promise<number> {
  const text = await rig.runtime.ops.registry.getSingleMetricAsString('password_hash_seconds');
  return Number(text.match(/_count\S* (\d+)/)?.[1] ?? 0);
}

describe('guessing passwords', () => {
  it('of one account from one address is refused after five tries, even when all arrive at the same time', async () => {
    const { email } = await rig.addUser();
    const address = anAddress();
    expect(
      await sendGuesses(
        1_000,
        () => email,
        () => address,
      ),
    ).toBeLessThanOrEqual(5);
    await expect(rig.login(email, undefined, address)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      params: { retryAfterSeconds: expect.any(Number), limit: 5, used: 5, resetAt: expect.any(String) },
    });
  });

  it('of one account from 4,000 addresses is refused after a few dozen tries, and the owner can sign in from a known address', async () => {
    const [home, { email }] = [anAddress(), await rig.addUser()];
    await rig.login(email, undefined, home);
    expect(await sendGuesses(4_000, () => email, anAddress)).toBeLessThanOrEqual(20);
    await expect(rig.login(email)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
  });

  it('of 1,000 accounts from one address is refused after thirty tries', async () => {
    const address = anAddress();
    expect(
      await sendGuesses(
        1_000,
        (n) => `victim${n}@example.com`,
        () => address,
      ),
    ).toBeLessThanOrEqual(30);
  });

  it('does not count correct passwords', async () => {
    const [address, { email }] = [anAddress(), await rig.addUser()];
    for (let n = 0; n < 12; n++) await rig.login(email, undefined, address);
    await expect(rig.login(email, 'wrong', address)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is also refused where a password confirms an action, and the action is not performed', async () => {
    const { id } = await rig.addUser();
    const address = anAddress();
    const codes = [];
    for (let n = 0; n < 7; n++) {
      const refused = rig.client.deleteUser({ userId: id, password: 'wrong', address });
      codes.push(await refused.catch((error) => error.code));
    }
    expect(codes).toEqual([...Array(5).fill('PASSWORD_WRONG'), 'RATE_LIMITED', 'RATE_LIMITED']);
    await expect(rig.user(id)).resolves.toBeDefined();
  });
});

describe('a flood of sign-ins', () => {
  it('answers OVERLOADED when the queue is full, counts no refused call against a user, and does not delay signed-in users', async () => {
    const { email, token } = await rig.addUser();
    const flood = Array.from({ length: 200 }, (_, n) => rig.login(`flood${n}@example.com`));
    let isOver = false;
    const outcomes = Promise.allSettled(flood).finally(() => {
      isOver = true;
    });
    await rig.client.identify({ bearerToken: token });
    expect(isOver).toBe(false);
    const refused = (await outcomes).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    const overloaded = refused.filter(({ code }) => code === 'OVERLOADED');
    // How many depends on the speed of the machine.
    expect(overloaded.length).toBeGreaterThan(0);
    expect(overloaded[0].params).toMatchObject({ retryAfterSeconds: 5 });
    const address = anAddress();
    const codes = Array.from({ length: 20 }, () =>
      rig.login(email, 'wrong', address).catch(({ code }) => code),
    );
    expect((await Promise.all(codes)).filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
  });
});

describe('limits by address', () => {
  it('apply to registrations, reset requests and reset tokens', async () => {
    const address = anAddress();
    const { email } = await rig.addUser();
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error) => error.code,
      );
    const register = {
      id: anId(),
      email,
      username: 'x',
      password: 'secret',
      address,
      language: 'en' as const,
    };
    const tries = async (count: number, call: (n: number) => Promise<unknown>) => {
      const codes = await Promise.all(Array.from({ length: count }, (_, n) => codeOf(call(n))));
      return codes.filter((code) => code === 'RATE_LIMITED').length;
    };
    // Where Redis answers late, each service counts for itself, and refuses more.
    expect(await tries(103, () => rig.client.register(register))).toBeGreaterThanOrEqual(3);
    const forgot = (n: number) =>
      rig.client.forgotPassword({ email: `a${n}@example.com`, address, language: 'en' });
    expect(await tries(23, forgot)).toBeGreaterThanOrEqual(3);
    const reset = () => rig.client.resetPassword({ token: 'x', password: 'secret', address });
    expect(await tries(63, reset)).toBeGreaterThanOrEqual(3);
  });
});

describe('the time of a sign-in', () => {
  it('does not reveal whether an account exists, with hashes of the production cost', async () => {
    await makeTimed(rig, LOGIN_PAIRS);
    const { known, unknown } = await timePairs(LOGIN_PAIRS, wrongLogin(rig));
    // 4.4 standard deviations: one false alarm in 100,000 runs. Without the hash the value would be 9.
    expect(Math.abs(separation(known, unknown))).toBeLessThan(4.4);
  });
});

describe('without Redis', () => {
  it('sign-ins work and are counted in memory', async () => {
    const [home, { email }] = [anAddress(), await rig.addUser()];
    rig.redis.freeze();
    // A frozen Redis neither answers nor refuses. The call must still end within its deadline.
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
    rig.redis.thaw();
    await rig.redis.stop();
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
    const address = anAddress();
    expect(
      await sendGuesses(
        50,
        () => email,
        () => address,
      ),
    ).toBeLessThanOrEqual(5);
    await rig.redis.startAgain();
  });
});
