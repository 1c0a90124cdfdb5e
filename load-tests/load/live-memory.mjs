import { setTimeout as sleep } from 'node:timers/promises';

/** Where a Node process listens once SIGUSR1 has switched its debugger on; one process at a time. */
const DEBUGGER = 'http://127.0.0.1:9229/json';
const TRIES = 100;
const PAUSE_MS = 50;
/** Time for the client to disconnect before the debugger closes. */
const CLOSE_MS = 300;

/**
 * What each Node process of a stack holds once its garbage has been collected. Resident memory climbs between two
 * collections, which are rare in a process with little to do; what is left after one climbs only where something leaks.
 *
 * @returns {Promise<Map<string, { live: number, resident: number }>>} MB of heap and buffers, and of all, by process
 */
export async function liveMemory(stack) {
  const memory = new Map();
  for (const { name, pid } of stack.children.filter(({ name }) => !DATABASES.has(name))) {
    const debug = await Debugger.of(pid);
    await debug.call('HeapProfiler.collectGarbage');
    await sleep(RELEASE_MS);
    const { heapUsed, external, rss } = JSON.parse(
      await debug.evaluate('JSON.stringify(process.memoryUsage())'),
    );
    memory.set(name, { live: (heapUsed + external) / MB, resident: rss / MB });
    await debug.end();
  }
  return memory;
}

const DATABASES = new Set(['postgres', 'redis']);
const MB = 1_048_576;
/** V8 returns pages to the system concurrently, so this waits. */
const RELEASE_MS = 500;

/** A Node process's debugger, over DevTools' protocol. */
class Debugger {
  #socket;
  #calls = 0;

  constructor(socket) {
    this.#socket = socket;
  }

  static async of(pid) {
    process.kill(pid, 'SIGUSR1');
    const targets = await tries(() => fetch(DEBUGGER).then((response) => response.json()));
    const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
    await event(socket, 'open');
    const debug = new Debugger(socket);
    const owner = await debug.evaluate('process.pid');
    if (owner !== pid) throw new Error(`port 9229 belongs to process ${owner}, not to ${pid}`);
    return debug;
  }

  async call(method, params = {}) {
    const id = ++this.#calls;
    this.#socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const message = JSON.parse((await event(this.#socket, 'message')).data);
      if (message.id === id) return message.result;
    }
  }

  async evaluate(expression) {
    return (await this.call('Runtime.evaluate', { expression })).result.value;
  }

  /** Frees the port for the next process. Node 24 can crash if the debugger closes while a client is connected. */
  async end() {
    await this.evaluate(
      `void setTimeout(() => process.getBuiltinModule('node:inspector').close(), ${CLOSE_MS})`,
    );
    this.#socket.close();
    await sleep(2 * CLOSE_MS);
    for (let n = 0; n < TRIES && (await listens()); n++) await sleep(PAUSE_MS);
  }
}

const listens = () =>
  fetch(DEBUGGER).then(
    () => true,
    () => false,
  );

const event = (socket, name) =>
  new Promise((resolve, reject) => {
    socket.addEventListener(name, resolve, { once: true });
    socket.addEventListener('close', () => reject(new Error('the debugger has closed')), { once: true });
  });

/** The debugger takes a moment to listen. */
async function tries(work) {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (n === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
