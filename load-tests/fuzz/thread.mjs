/**
 * A thread that reads hostile bytes, so that a reading can always be terminated. It receives `{ bytes, formats }` (all formats
 * unless some are named), or `{}` to report its memory after garbage collection. `workerData` is the URL of the readers.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const { detect, FORMATS, isAnswer, readersOf } = await import(workerData);

setFlagsFromString('--expose-gc');
const tidyUp = runInNewContext('gc');

/** One call: its result, and its processor time in this thread. */
async function timed(name, format, read) {
  const startedAt = process.threadCpuUsage();
  let outcome;
  let error;
  try {
    outcome = await read();
  } catch (thrown) {
    if (!isAnswer(thrown)) error = String(thrown?.stack ?? thrown);
    outcome = thrown?.code;
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

/** @param formats - formats whose readers run in addition to the detected one's */
async function readAll(bytes, formats) {
  const calls = [await timed('detect', undefined, () => detect(bytes))];
  const [{ outcome: seen }] = calls;
  const wanted = new Set(formats);
  if (FORMATS.includes(seen)) wanted.add(seen);
  for (const format of wanted)
    for (const [name, read] of readersOf(bytes, format)) calls.push(await timed(name, format, read));
  return calls;
}

parentPort.on('message', async ({ bytes, formats = FORMATS }) => {
  if (bytes === undefined) {
    tidyUp();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return parentPort.postMessage({ heldBytes: heapUsed + arrayBuffers });
  }
  const before = process.memoryUsage().arrayBuffers;
  const calls = await readAll(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), formats);
  const takenBytes = process.memoryUsage().arrayBuffers - before;
  parentPort.postMessage({ calls, takenBytes });
});
parentPort.postMessage({ ready: true });
