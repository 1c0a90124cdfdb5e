import type { Input } from './input.ts';
import { type Call, nameOf, type ReadAnswer } from './protocol.ts';
import type { NoAnswer, ReadingThread } from './reading-thread.ts';

/** Timeouts of a reading; one that does not end is repeated with the next, for busy machines. */
const TIMEOUTS_MS = [10_000, 20_000, 40_000];
/** One input in this many goes through the readers of all formats instead of only its own. */
const ALL_READERS_EVERY = 20;
/** Buffers that readers may allocate for one input of 1 MiB. */
const MAX_TAKEN_BYTES = 64 * 1024 * 1024;

/** A failure. */
export interface Finding {
  readonly kind: 'crash' | 'death' | 'slow' | 'endless' | 'memory';
  /** The reader, and the format that it was asked for. */
  readonly reader: string;
  readonly detail: string;
  /** Undefined if no single input is the cause. */
  readonly input?: Input | undefined;
}

/** Takes note of a failure. */
export type Report = (finding: Finding) => void;

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
/** Bytes as MB. */
export const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
