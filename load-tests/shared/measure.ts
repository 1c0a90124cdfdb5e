import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineSeconds } from './processes.ts';

/** What is measured; its result is not used. */
export type Work = () => unknown;

/** Seconds that `work` takes. */
export async function seconds(work: Work): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** The value in the middle; NaN without values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** @param fraction - such as 0.95; NaN without values */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** Pause between latency runs, in which the work left by the last run ends. */
const PAUSE_MS = 200;

/** Seconds that `work` takes, and the processor seconds that the whole machine spends until it rests again. */
export async function cost(work: Work): Promise<{ seconds: number; processor: number }> {
  const before = machineSeconds();
  const took = await seconds(work);
  await sleep(PAUSE_MS);
  return { seconds: took, processor: machineSeconds() - before };
}

/** Median seconds of `runs` runs, one at a time on an idle machine, after one that is not counted. */
export async function latency(runs: number, work: Work): Promise<number> {
  await work();
  const all: number[] = [];
  for (let i = 0; i < runs; i++) {
    await sleep(PAUSE_MS);
    all.push(await seconds(work));
  }
  return median(all);
}

/** Runs a second with `inFlight` at once, over `count` runs. @param work - gets the number of its run, from 0 */
export async function throughput(
  count: number,
  inFlight: number,
  work: (index: number) => unknown,
): Promise<number> {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  const took = await seconds(() => Promise.all(Array.from({ length: inFlight }, loop)));
  return count / took;
}

/** The machine on which a run takes place: its processors, its Node, and its load average. */
export function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} before`;
}
