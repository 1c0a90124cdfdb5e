import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc/<pid>/stat on Linux (proc(5)). */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
const SAMPLE_MS = 1_000;

/** Fields after the program's name, which may hold blanks; times of children that have ended are in those of the parent. */
function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    const rssBytes = Number(fields[21]) * PAGE_BYTES;
    return { parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes };
  } catch {
    return undefined; // it has ended
  }
}

/** @returns {(pid: number) => number} processor seconds of a process and all that it has started, now */
function cpuSeconds() {
  const children = new Map();
  const seconds = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const pid = Number(name);
    const stat = statOf(pid);
    if (!stat) continue;
    seconds.set(pid, stat.cpuSeconds);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  const sumOf = (pid) =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), seconds.get(pid) ?? 0);
  return sumOf;
}

/** Processor time and memory of each process of a stack, from now until `end`. */
export class Resources {
  #startedAt = performance.now();
  #samples = new Map();

  constructor(stack) {
    this.stack = stack;
    this.before = cpuSeconds();
    this.timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#sample();
  }

  /** @returns by process: `cpuSeconds`; `first`, `last` and `most` MB of its own resident memory, a sample each second */
  end() {
    clearInterval(this.timer);
    this.#sample();
    const after = cpuSeconds();
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const processes = this.stack.children.map(({ name, pid }) => {
      const sizes = this.#samples.get(name) ?? [];
      return {
        name,
        cpuSeconds: after(pid) - this.before(pid),
        sizes,
        most: Math.max(...sizes),
      };
    });
    return { seconds, processes };
  }

  #sample() {
    for (const { name, pid } of this.stack.children) {
      const megabytes = (statOf(pid)?.rssBytes ?? 0) / 1_048_576;
      this.#samples.set(name, [...(this.#samples.get(name) ?? []), megabytes]);
    }
  }
}

/** Means of the five parts of a run: steady growth shows as a staircase. */
function fifths(sizes) {
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
export function grown({ seconds, processes }) {
  if (seconds < FLAT.seconds) return [];
  const names = processes.map(({ name, sizes }) => {
    const parts = fifths(sizes);
    const most = Math.max(...parts.slice(0, 3));
    return parts[4] > most * (1 + FLAT.share) + FLAT.megabytes ? name : undefined;
  });
  return names.filter((name) => name !== undefined);
}

/**
 * Prints what `Resources.end` returned.
 *
 * @param {Map<string, { live: number, resident: number }>} before - of `liveMemory`, and the same after the run
 */
export function printResources({ seconds, processes }, before, after) {
  const titles = `MB in each fifth of ${seconds.toFixed(0)} s, most; live before and after, collected`;
  console.log(`\n${'process'.padEnd(17)} ${'CPU s'.padStart(7)} ${'of one core'.padStart(12)}   ${titles}`);
  for (const { name, cpuSeconds, sizes, most } of processes) {
    const parts = fifths(sizes)
      .map((size) => size.toFixed(0).padStart(5))
      .join('');
    const share = `${((100 * cpuSeconds) / seconds).toFixed(0)} %`;
    const [first, last] = [before.get(name), after.get(name)];
    const collected = last
      ? `; ${first.live.toFixed(1)} ${last.live.toFixed(1)}, ${last.resident.toFixed(0)}`
      : '';
    console.log(
      `${name.padEnd(17)} ${cpuSeconds.toFixed(1).padStart(7)} ${share.padStart(12)}   ${parts}, ${most.toFixed(0)}${collected}`,
    );
  }
  console.log();
}
