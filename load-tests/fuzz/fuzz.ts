import { createRandom } from '../shared/random.ts';
import type { CorpusFile } from './corpus.ts';
import { type Mutated, mutate } from './mutate.ts';
import { type Call, nameOf, type ReadAnswer } from './protocol.ts';
import { type NoAnswer, ReadingThread } from './reading-thread.ts';

/** Timeouts of a reading; one that does not end is repeated with the next, for busy machines. */
const TIMEOUTS_MS = [10_000, 20_000, 40_000];
/** One input in this many goes through the readers of all formats instead of only its own. */
const ALL_READERS_EVERY = 20;
/** A thread measures its memory once in this many inputs. */
const MEMORY_EVERY = 100;
/** Allowed growth of code and caches. */
const MAX_GROWTH_BYTES = 16 * 1024 * 1024;
/** Buffers that readers may allocate for one input of 1 MiB. */
const MAX_TAKEN_BYTES = 64 * 1024 * 1024;

/** A mutated file, and the number that makes the same one again. */
export interface Input extends Mutated {
  readonly index: number;
  /** Of the valid file. */
  readonly name: string;
  readonly format: string;
}

/** A failure. */
export interface Finding {
  readonly kind: 'crash' | 'death' | 'slow' | 'endless' | 'memory';
  /** The reader, and the format that it was asked for. */
  readonly reader: string;
  readonly detail: string;
  /** Undefined if no single input is the cause. */
  readonly input?: Input | undefined;
}

type Report = (finding: Finding) => void;

/** Results of the inputs of one format: its own format detected, another, none, or a refusal. */
export interface FormatCounts {
  inputs: number;
  own: number;
  other: number;
  unknown: number;
  refused: number;
  slowestMs: number;
}

/** One of the slowest calls. */
export interface SlowCall {
  readonly cpuMs: number;
  readonly reader: string;
  readonly name: string;
  readonly changes: readonly string[];
  readonly sizeBytes: number;
}

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

/** The input of a number: the same for the same corpus and seed, whichever thread gets it. */
export function inputOf(corpus: readonly CorpusFile[], seed: number, index: number): Input {
  const random = createRandom((seed + Math.imul(index, 0x9e3779b1)) >>> 0);
  const file = corpus[index % corpus.length];
  if (!file) throw new Error('the corpus is empty');
  const { name, format, bytes } = file;
  return { index, name, format, ...mutate(bytes, random.pick(corpus).bytes, random) };
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
  const { readers, timeoutsMs = TIMEOUTS_MS, memoryEvery = MEMORY_EVERY } = testing;
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

/** How one input is judged. */
interface Judging {
  readonly maxCpuMs: number;
  readonly report: Report;
  readonly timeoutsMs?: readonly number[];
}

/**
 * Reads one input, and reports failures. A slow reading is repeated three times and the minimum counts, so that other work on
 * the machine causes no false finding.
 */
export async function readInput(
  thread: ReadingThread,
  input: Input,
  { maxCpuMs, report, timeoutsMs = TIMEOUTS_MS }: Judging,
): Promise<Call[]> {
  const wanted = input.index % ALL_READERS_EVERY === 0 ? undefined : [input.format];
  const answer = await readPatiently(thread, input, wanted, timeoutsMs);
  const fail = (kind: Finding['kind'], reader: string, detail: string): void =>
    report({ kind, reader, detail, input });
  if ('isEndless' in answer) {
    fail('endless', 'one of them', `no answer in ${lastOf(timeoutsMs) / 1000} s`);
    return [];
  }
  if ('died' in answer) {
    fail('death', 'one of them', answer.died);
    return [];
  }
  const { calls, takenBytes } = answer;
  if (calls.some(({ cpuMs }) => cpuMs > maxCpuMs)) await measureAgain(thread, input, wanted, calls);
  for (const call of calls) {
    if (call.error) fail('crash', nameOf(call), call.error);
    if (call.cpuMs > maxCpuMs) fail('slow', nameOf(call), `${call.cpuMs.toFixed(0)} ms`);
  }
  if (takenBytes > MAX_TAKEN_BYTES)
    fail('memory', 'one of them', `takes ${megabytes(takenBytes)} MB of buffers`);
  return calls;
}

/** Reads an input, again with the next timeout while there is no answer. */
async function readPatiently(
  thread: ReadingThread,
  { bytes }: Input,
  wanted: readonly string[] | undefined,
  timeoutsMs: readonly number[],
): Promise<ReadAnswer | NoAnswer> {
  for (const timeoutMs of timeoutsMs) {
    const answer = await thread.read(bytes, wanted, timeoutMs);
    if (!('isEndless' in answer)) return answer;
  }
  return { isEndless: true };
}

async function measureAgain(
  thread: ReadingThread,
  { bytes }: Input,
  wanted: readonly string[] | undefined,
  calls: readonly Call[],
): Promise<void> {
  for (let left = 3; left > 0; left--) {
    const answer = await thread.read(bytes, wanted, lastOf(TIMEOUTS_MS));
    const again = 'calls' in answer ? answer.calls : [];
    for (const [i, call] of calls.entries()) call.cpuMs = Math.min(call.cpuMs, again[i]?.cpuMs ?? call.cpuMs);
  }
}

const lastOf = (timeoutsMs: readonly number[]): number => timeoutsMs.at(-1) ?? 0;
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** Counts the detection result: its own format, another one, none, or refused. */
function count(formats: Map<string, FormatCounts>, format: string, calls: readonly Call[]): void {
  const counts = formats.get(format) ?? { inputs: 0, own: 0, other: 0, unknown: 0, refused: 0, slowestMs: 0 };
  formats.set(format, counts);
  counts.inputs++;
  const seen = calls[0]?.outcome;
  if (seen === undefined) counts.unknown++;
  else if (seen === format) counts.own++;
  else if (/^[A-Z_]+$/.test(seen)) counts.refused++;
  else counts.other++;
  counts.slowestMs = Math.max(counts.slowestMs, ...calls.map(({ cpuMs }) => cpuMs));
}

const SLOWEST_KEPT = 5;

function keepSlowest(slowest: SlowCall[], calls: readonly Call[], { name, changes, bytes }: Input): void {
  for (const call of calls) {
    if (slowest.length === SLOWEST_KEPT && call.cpuMs <= (slowest.at(-1)?.cpuMs ?? 0)) continue;
    slowest.push({ cpuMs: call.cpuMs, reader: nameOf(call), name, changes, sizeBytes: bytes.length });
    slowest.sort((a, b) => b.cpuMs - a.cpuMs);
    slowest.length = Math.min(slowest.length, SLOWEST_KEPT);
  }
}
