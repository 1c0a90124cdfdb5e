import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@filemill/local-stack';
import { DEFAULT_PORT, Debugger, isListening } from '../shared/debugger.ts';

const DATABASES = new Set(['postgres', 'redis']);
const MB = 1_048_576;
/** V8 returns pages to the system concurrently, so this waits. */
const RELEASE_MS = 500;
/** Time for the client to disconnect before the debugger closes. */
const CLOSE_MS = 300;
const TRIES = 100;
const PAUSE_MS = 50;

/** MB that a process holds. */
export interface Memory {
  /** Heap and buffers after a garbage collection. */
  readonly live: number;
  /** All. */
  readonly resident: number;
}

/**
 * What each Node process of a stack holds once its garbage has been collected. Resident memory climbs between two
 * collections, which are rare in a process with little to do; what is left after one climbs only where something leaks.
 *
 * @returns by name of the process
 */
export async function liveMemory(stack: Stack): Promise<Map<string, Memory>> {
  const memory = new Map<string, Memory>();
  for (const { name, pid } of stack.children.filter(({ name }) => !DATABASES.has(name)))
    if (pid !== undefined) memory.set(name, await memoryOf(pid));
  return memory;
}

async function memoryOf(pid: number): Promise<Memory> {
  const debug = await Debugger.connect(pid, DEFAULT_PORT);
  const owner = await debug.evaluate('process.pid');
  if (owner !== String(pid))
    throw new Error(`port ${DEFAULT_PORT} belongs to process ${owner}, not to ${pid}`);
  await debug.call('HeapProfiler.collectGarbage');
  await sleep(RELEASE_MS);
  const usage: NodeJS.MemoryUsage = JSON.parse(await debug.evaluate('JSON.stringify(process.memoryUsage())'));
  await freePort(debug);
  return { live: (usage.heapUsed + usage.external) / MB, resident: usage.rss / MB };
}

/** Frees the port for the next process. Node 24 can crash if the debugger closes while a client is connected. */
async function freePort(debug: Debugger): Promise<void> {
  await debug.evaluate(
    `setTimeout(() => process.getBuiltinModule('node:inspector').close(), ${CLOSE_MS}) && 'soon'`,
  );
  debug.close();
  await sleep(2 * CLOSE_MS);
  for (let n = 0; n < TRIES && (await isListening(DEFAULT_PORT)); n++) await sleep(PAUSE_MS);
}
