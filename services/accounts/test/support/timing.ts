import { performance } from 'node:perf_hooks';
import { anAddress, type Rig } from './rig.js';

/** Durations in ms of calls about existing accounts and about unknown ones. */
export interface Times {
  readonly known: number[];
  readonly unknown: number[];
}

/** Creates accounts `timed1@example.com` and so on, one per pair, so that no limit of one account is reached. */
export async function makeTimed(rig: Rig, count: number): Promise<void> {
  await rig.addUser();
  await rig.sql.query(
    `INSERT INTO users (id, email, username, password_hash, plan, is_admin, created_at)
     SELECT gen_random_uuid(), 'timed' || n || '@example.com', 'Ada', password_hash, 'free', false, created_at
       FROM generate_series(1, $1) AS n, (SELECT * FROM users LIMIT 1) AS one`,
    [count],
  );
}

/** A sign-in with a wrong password. */
export const wrongLogin =
  (rig: Rig) =>
  (email: string): Promise<unknown> =>
    rig.login(email, 'wrong');

/** A request for a reset mail. */
export const forgotPassword =
  (rig: Rig) =>
  (email: string): Promise<unknown> =>
    rig.client.forgotPassword({ email, address: anAddress(), language: 'en' });

/** Times pairs of calls, one about an account of {@link makeTimed} and one about an unknown address. */
export async function timePairs(pairs: number, call: (email: string) => Promise<unknown>): Promise<Times> {
  const timed = async (email: string): Promise<number> => {
    const startedAt = performance.now();
    await call(email).catch(() => undefined); // the refusal is what is timed
    return performance.now() - startedAt;
  };
  const times: Times = { known: [], unknown: [] };
  for (let n = 1; n <= pairs; n++) {
    const pair = [
      async () => times.known.push(await timed(`timed${n}@example.com`)),
      async () => times.unknown.push(await timed(`nobody${n}@example.com`)),
    ];
    // The order within a pair is random, so that changes in the machine's speed affect both alike.
    for (const one of Math.random() < 0.5 ? pair : pair.reverse()) await one();
  }
  return times;
}

/**
 * How far apart two samples are: the z value of the Mann-Whitney U test, by the normal approximation, which is valid from
 * about 20 values each. 0 means no difference.
 */
export function separation(one: readonly number[], two: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, first: true })),
    ...two.map((value) => ({ value, first: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, { first }, place) => sum + (first ? place + 1 : 0), 0);
  const [m, n] = [one.length, two.length];
  const u = rankSum - (m * (m + 1)) / 2;
  return (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}
