import { createRandom } from '../drill/random.mjs';
import { mutate } from './mutate.mjs';
import { ReadingThread } from './reading-thread.mjs';

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

/**
 * One input that went wrong.
 *
 * @typedef {object} Finding
 * @property {'crash' | 'death' | 'slow' | 'endless' | 'memory'} kind
 * @property {string} reader - and the format that it was asked for
 * @property {string} detail
 * @property {{ format: string, index: number, name: string, changes: string[], bytes: Buffer }} input
 */

/**
 * The input of a number, the same for the same corpus and seed whichever thread gets it.
 *
 * @param {{ name: string, format: string, bytes: Buffer }[]} corpus
 */
export function inputOf(corpus, seed, index) {
  const random = createRandom((seed + Math.imul(index, 0x9e3779b1)) >>> 0);
  const { name, format, bytes } = corpus[index % corpus.length];
  return { index, name, format, ...mutate(bytes, random.pick(corpus).bytes, random) };
}

/**
 * Sends changed files through every reader, in threads.
 *
 * @param {{ corpus: { name: string, format: string, bytes: Buffer }[], seed: number, threads: number,
 *   isOver: (index: number) => boolean, maxCpuMs: number, onFinding?: (finding: Finding) => void,
 *   readers?: URL, timeoutsMs?: number[], memoryEvery?: number }} options
 *   `maxCpuMs` - of one call, for an input of up to 1 MiB; `readers` - a module like readers.mjs
 * @returns counts by format, the slowest calls, and findings
 */
export async function fuzz({
  corpus,
  seed,
  threads,
  isOver,
  maxCpuMs,
  onFinding = () => undefined,
  ...testing
}) {
  const { readers, timeoutsMs = TIMEOUTS_MS, memoryEvery = MEMORY_EVERY } = testing;
  const formats = new Map();
  const slowest = [];
  const findings = [];
  let index = 0;
  const report = (kind, reader, detail, input) => {
    const finding = { kind, reader, detail, input };
    findings.push(finding);
    onFinding(finding);
  };

  const work = async () => {
    const thread = new ReadingThread(readers);
    const held = [];
    let done = 0;
    for (let next = index++; !isOver(next); next = index++) {
      const input = inputOf(corpus, seed, next);
      const calls = await lookAt(thread, input, { maxCpuMs, report, timeoutsMs });
      count(formats, input.format, calls);
      keepSlowest(slowest, calls, input);
      if (++done % memoryEvery === 0) held.push(await thread.heldBytes());
    }
    const [first, last] = halvesOf(held).map((half) => Math.min(...half));
    if (last - first > MAX_GROWTH_BYTES)
      report('memory', 'all', `a thread holds ${megabytes(last)} MB, and held ${megabytes(first)} MB`);
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

/**
 * Reads one input, and reports failures. A slow reading is repeated three times and the minimum counts, so that other work on
 * the machine causes no false finding.
 */
export async function lookAt(thread, input, { maxCpuMs, report, timeoutsMs = TIMEOUTS_MS }) {
  const wanted = input.index % ALL_READERS_EVERY === 0 ? undefined : [input.format];
  let answer;
  for (const timeoutMs of timeoutsMs) {
    answer = await thread.read(input.bytes, wanted, timeoutMs);
    if (!answer.endless) break;
  }
  if (answer.endless) report('endless', 'one of them', `no answer in ${timeoutsMs.at(-1) / 1000} s`, input);
  if (answer.died) report('death', 'one of them', answer.died, input);
  const calls = answer.calls ?? [];
  if (calls.some(({ cpuMs }) => cpuMs > maxCpuMs)) await measureAgain(thread, input, wanted, calls);
  for (const call of calls) {
    if (call.error) report('crash', nameOf(call), call.error, input);
    if (call.cpuMs > maxCpuMs) report('slow', nameOf(call), `${call.cpuMs.toFixed(0)} ms`, input);
  }
  if (answer.takenBytes > MAX_TAKEN_BYTES)
    report('memory', 'one of them', `takes ${megabytes(answer.takenBytes)} MB of buffers`, input);
  return calls;
}

async function measureAgain(thread, input, wanted, calls) {
  for (let left = 3; left > 0; left--) {
    const { calls: again } = await thread.read(input.bytes, wanted, TIMEOUTS_MS.at(-1));
    for (const [i, call] of calls.entries())
      call.cpuMs = Math.min(call.cpuMs, again?.[i]?.cpuMs ?? call.cpuMs);
  }
}

export const nameOf = ({ name, format }) => (format ? `${name} of ${format}` : name);
const halvesOf = (values) => [values.slice(0, values.length / 2), values.slice(values.length / 2)];
const megabytes = (bytes) => (bytes / 1_048_576).toFixed(1);

/** Counts the detection result: its own format, another one, none, or refused. */
function count(formats, format, calls) {
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

function keepSlowest(slowest, calls, { index, name, format, changes, bytes }) {
  for (const call of calls) {
    if (slowest.length === SLOWEST_KEPT && call.cpuMs <= slowest.at(-1).cpuMs) continue;
    slowest.push({
      cpuMs: call.cpuMs,
      reader: nameOf(call),
      name,
      format,
      index,
      changes,
      sizeBytes: bytes.length,
    });
    slowest.sort((a, b) => b.cpuMs - a.cpuMs);
    slowest.length = Math.min(slowest.length, SLOWEST_KEPT);
  }
}
