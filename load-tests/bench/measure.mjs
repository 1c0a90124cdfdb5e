import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds that `work` takes. */
export async function seconds(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

export const median = (values) => percentile(values, 0.5);

export function percentile(values, fraction) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))];
}

/** Pause between latency runs, in which the work left by the last run ends. */
const PAUSE_MS = 200;

/** Median seconds of `runs` runs, one at a time on an idle machine, after one that is not counted. */
export async function latency(runs, work) {
  await work();
  const all = [];
  for (let i = 0; i < runs; i++) {
    await sleep(PAUSE_MS);
    all.push(await seconds(work));
  }
  return median(all);
}

/** Runs a second with `inFlight` at once, over `count` runs. */
export async function throughput(count, inFlight, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next++;
      await work();
    }
  };
  const took = await seconds(() => Promise.all(Array.from({ length: inFlight }, lane)));
  return count / took;
}

/** Rounds in which the bare engine and the service take turns, so that both see the same machine. */
const ROUNDS = 3;

/** Measures bare engine and service in turn, saturated. @returns medians in runs a second */
export async function saturated(count, bareRun, serviceRun, { bareInFlight, serviceInFlight }) {
  const rounds = { bare: [], service: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await throughput(count, bareInFlight, bareRun));
    rounds.service.push(await throughput(count, serviceInFlight, serviceRun));
  }
  const ratios = rounds.service.map((value, round) => value / rounds.bare[round]);
  return { bare: median(rounds.bare), service: median(rounds.service), ratio: median(ratios) };
}
