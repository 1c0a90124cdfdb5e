import type { CorpusFile } from './corpus.ts';
import { count, type FormatCounts, keepSlowest, type SlowCall } from './counts.ts';
import { inputOf } from './input.ts';
import { type Finding, megabytes, type Report, readInput } from './read-input.ts';
import { ReadingThread } from './reading-thread.ts';

/** A thread measures its memory once in this many inputs. */
const MEMORY_EVERY = 100;
/** Allowed growth of code and caches. */
const MAX_GROWTH_BYTES = 16 * 1024 * 1024;

/** Options of {@link fuzz}. */
export interface FuzzOptions {
  readonly corpus: readonly CorpusFile[];
  readonly seed: number;
  readonly threads: number;
  /** Whether the run ends before the input of this number. */
  isOver(index: number): boolean;
  /** Processor time of one call, for an input of up to 1 MiB. */
  readonly maxCpuMs: number;
  readonly onFinding?: Report;
  /** A module of `Readers`; readers.ts by default. */
  readonly readers?: URL;
  readonly timeoutsMs?: readonly number[];
  readonly memoryEvery?: number;
}

/** What a run has found. */
export interface FuzzResult {
  readonly inputs: number;
  readonly formats: ReadonlyMap<string, FormatCounts>;
  readonly slowest: readonly SlowCall[];
  readonly findings: readonly Finding[];
}

/** Sends mutated files through every reader, in threads. */
export async function fuzz({
  corpus,
  seed,
  threads,
  isOver,
  maxCpuMs,
  onFinding = () => undefined,
  ...testing
}: FuzzOptions): Promise<FuzzResult> {
  const { readers, timeoutsMs, memoryEvery = MEMORY_EVERY } = testing;
  const formats = new Map<string, FormatCounts>();
  const slowest: SlowCall[] = [];
  const findings: Finding[] = [];
  let index = 0;
  const report: Report = (finding) => {
    findings.push(finding);
    onFinding(finding);
  };

  const work = async (): Promise<void> => {
    const thread = new ReadingThread(readers);
    const held: number[] = [];
    let done = 0;
    for (let next = index++; !isOver(next); next = index++) {
      const input = inputOf(corpus, seed, next);
      const calls = await readInput(thread, input, { maxCpuMs, report, timeoutsMs });
      count(formats, input.format, calls);
      keepSlowest(slowest, calls, input);
      if (++done % memoryEvery === 0) held.push(await thread.heldBytes());
    }
    const half = held.length / 2;
    const [first, last] = [Math.min(...held.slice(0, half)), Math.min(...held.slice(half))];
    const detail = `a thread holds ${megabytes(last)} MB, and held ${megabytes(first)} MB`;
    if (last - first > MAX_GROWTH_BYTES) report({ kind: 'memory', reader: 'all', detail });
    await thread.end();
  };
  await Promise.all(Array.from({ length: threads }, work));
  return {
    inputs: [...formats.values()].reduce((sum, { inputs }) => sum + inputs, 0),
    formats,
    slowest,
    findings,
  };
}
