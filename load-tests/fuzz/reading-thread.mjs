import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Heap of a thread that reads uploads; docs/security.md. */
const HEAP_MEGABYTES = 128;

const READERS = new URL('readers.mjs', import.meta.url);

/** A thread that reads what it is given, and is replaced when it dies or does not answer. */
export class ReadingThread {
  #readers;
  #worker;

  /** @param {URL} readers - a module like readers.mjs */
  constructor(readers = READERS) {
    this.#readers = readers;
  }

  /**
   * @param {Buffer} bytes
   * @param {readonly string[] | undefined} formats - for which the readers take it; undefined for all
   * @returns its answer, `{ died }` with the reason, or `{ endless: true }` after `timeoutMs`
   */
  async read(bytes, formats, timeoutMs) {
    return this.#ask({ bytes, formats }, timeoutMs);
  }

  /** Bytes in use after garbage collection. */
  async heldBytes() {
    const { heldBytes } = await this.#ask({}, 60_000);
    return heldBytes;
  }

  async end() {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #ask(question, timeoutMs) {
    if (!this.#worker) await this.#start();
    const worker = this.#worker;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), timeoutMs);
    try {
      worker.postMessage(question);
      const [answer] = await once(worker, 'message', { signal: giveUp.signal });
      return answer;
    } catch (error) {
      await this.end();
      return error.name === 'AbortError' ? { endless: true } : { died: String(error.stack ?? error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #start() {
    this.#worker = new Worker(new URL('thread.mjs', import.meta.url), {
      workerData: this.#readers.href,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    await once(this.#worker, 'message');
  }
}
