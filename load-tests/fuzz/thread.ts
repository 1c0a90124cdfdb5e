/**
 * A thread that reads hostile bytes, so that a reading can always be terminated. It receives a `Question` and answers it.
 * `workerData` is the URL of the readers. Node itself loads this file, also when Jest runs the fuzzer.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { Call, MemoryAnswer, Question, ReadAnswer, Readers } from './protocol.ts';

const { detect, FORMATS, refusalCode, readersOf }: Readers = await import(workerData);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** One call: its result, and its processor time in this thread. */
async function callReader(name: string, format: string | undefined, read: () => unknown): Promise<Call> {
  const startedAt = process.threadCpuUsage();
  let outcome: unknown;
  let error: string | undefined;
  try {
    outcome = await read();
  } catch (thrown) {
    outcome = refusalCode(thrown);
    if (outcome === undefined) error = String((thrown instanceof Error && thrown.stack) || thrown);
  }
  const { user, system } = process.threadCpuUsage(startedAt);
  return {
    name,
    format,
    outcome: typeof outcome === 'string' ? outcome : undefined,
    error,
    cpuMs: (user + system) / 1_000,
  };
}

async function readAll(bytes: Buffer, formats: readonly string[]): Promise<Call[]> {
  const detection = await callReader('detect', undefined, () => detect(bytes));
  const wanted = new Set(formats);
  const { outcome } = detection;
  if (outcome !== undefined && FORMATS.includes(outcome)) wanted.add(outcome);
  const calls = [detection];
  for (const format of wanted)
    for (const [name, read] of readersOf(bytes, format)) calls.push(await callReader(name, format, read));
  return calls;
}

async function answerTo({ bytes, formats = FORMATS }: Question): Promise<ReadAnswer | MemoryAnswer> {
  if (bytes === undefined) {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { heldBytes: heapUsed + arrayBuffers };
  }
  const before = process.memoryUsage().arrayBuffers;
  const calls = await readAll(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), formats);
  return { calls, takenBytes: process.memoryUsage().arrayBuffers - before };
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answerTo(question)));
parentPort?.postMessage('ready');
