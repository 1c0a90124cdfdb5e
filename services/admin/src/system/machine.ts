import { cpus, freemem, totalmem } from 'node:os';

/** Times of all processors together since the start of the machine, ms. */
export interface CpuTimes {
  readonly idle: number;
  readonly total: number;
}

/** Reads the processors' counters. */
export function cpuTimes(): CpuTimes {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.map((kinds) => sum(Object.values(kinds)))),
  };
}

/** Use of the processors between two readings, percent; 0 if no time has passed. */
export const cpuPercent = (from: CpuTimes, to: CpuTimes): number =>
  to.total > from.total ? 100 * (1 - (to.idle - from.idle) / (to.total - from.total)) : 0;

/** Memory in use, percent; file caches count as free. */
export const memoryPercent = (): number => 100 * (1 - freemem() / totalmem());
