import type { Stack } from '@filemill/local-stack';
import { familySeconds, processOf } from '../shared/processes.ts';
import type { Memory } from './live-memory.ts';

const SAMPLE_MS = 1_000;

/** What a process of a stack has used in a run. */
interface Used {
  readonly name: string;
  readonly cpuSeconds: number;
  /** Its resident memory in MB, without its children, each second. */
  readonly sizes: readonly number[];
  /** The largest of them. */
  readonly most: number;
}

/** What all processes have used, and in how many seconds. */
export interface UsedByAll {
  readonly seconds: number;
  readonly processes: readonly Used[];
}

/** Processor time and memory of each process of a stack, from now until `end`. */
export class Resources {
  readonly #startedAt = performance.now();
  readonly #samples = new Map<string, number[]>();
  readonly #stack: Stack;
  readonly #before = familySeconds();
  readonly #timer: NodeJS.Timeout;

  constructor(stack: Stack) {
    this.#stack = stack;
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#sample();
  }

  end(): UsedByAll {
    clearInterval(this.#timer);
    this.#sample();
    const after = familySeconds();
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const processes = this.#stack.children.map(({ name, pid = 0 }) => {
      const sizes = this.#samples.get(name) ?? [];
      return { name, cpuSeconds: after(pid) - this.#before(pid), sizes, most: Math.max(...sizes) };
    });
    return { seconds, processes };
  }

  #sample(): void {
    for (const { name, pid = 0 } of this.#stack.children) {
      const megabytes = (processOf(pid)?.rssBytes ?? 0) / 1_048_576;
      this.#samples.set(name, [...(this.#samples.get(name) ?? []), megabytes]);
    }
  }
}

/** Means of the five parts of a run: steady growth shows as a staircase. */
function fifths(sizes: readonly number[]): number[] {
  const length = Math.max(1, Math.floor(sizes.length / 5));
  return [0, 1, 2, 3, 4].map((part) => {
    const some = sizes.slice(part * length, (part + 1) * length);
    return some.reduce((sum, size) => sum + size, 0) / Math.max(1, some.length);
  });
}

/**
 * Allowed growth: at the end of a long run a process may be larger than the largest of its first three fifths by this share
 * and these MB. The largest, since a process with rare garbage collections goes up and down; with steady growth the third
 * fifth is the largest.
 */
const FLAT = { seconds: 300, share: 0.1, megabytes: 16 };

/** Names of the processes whose memory has not stayed flat; short runs say nothing about it. */
export function grown({ seconds, processes }: UsedByAll): string[] {
  if (seconds < FLAT.seconds) return [];
  return processes.flatMap(({ name, sizes }) => {
    const parts = fifths(sizes);
    const most = Math.max(...parts.slice(0, 3));
    const last = parts.at(-1) ?? 0;
    return last > most * (1 + FLAT.share) + FLAT.megabytes ? [name] : [];
  });
}

/**
 * Prints what `Resources.end` returned.
 *
 * @param before - of `liveMemory`
 * @param after - the same after the run
 */
export function printResources(
  { seconds, processes }: UsedByAll,
  before: ReadonlyMap<string, Memory>,
  after: ReadonlyMap<string, Memory>,
): void {
  const titles = `MB in each fifth of ${seconds.toFixed(0)} s, most; live before and after, collected`;
  console.log(`\n${'process'.padEnd(17)} ${'CPU s'.padStart(7)} ${'of one core'.padStart(12)}   ${titles}`);
  for (const { name, cpuSeconds, sizes, most } of processes) {
    const parts = fifths(sizes)
      .map((size) => size.toFixed(0).padStart(5))
      .join('');
    const share = `${((100 * cpuSeconds) / seconds).toFixed(0)} %`;
    const [first, last] = [before.get(name), after.get(name)];
    const collected =
      first && last ? `; ${first.live.toFixed(1)} ${last.live.toFixed(1)}, ${last.resident.toFixed(0)}` : '';
    console.log(
      `${name.padEnd(17)} ${cpuSeconds.toFixed(1).padStart(7)} ${share.padStart(12)}   ${parts}, ${most.toFixed(0)}${collected}`,
    );
  }
  console.log();
}
