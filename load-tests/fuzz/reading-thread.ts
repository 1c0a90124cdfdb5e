import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MemoryAnswer, Question, ReadAnswer } from './protocol.ts';

/** Heap of a thread that reads uploads; docs/security.md. */
const HEAP_MEGABYTES = 128;
const MEMORY_TIMEOUT_MS = 60_000;

const READERS = new URL('readers.ts', import.meta.url);

/** Why there is no answer: the thread died, for a reason, or did not answer in time. */
export type NoAnswer = { readonly died: string } | { readonly isEndless: true };

/** A thread that reads what it is given, and is replaced when it dies or does not answer. */
export class ReadingThread {
  readonly #readers: URL;
  #worker: Worker | undefined;

  /** @param readers - a module of `Readers`, such as readers.ts */
  constructor(readers = READERS) {
    this.#readers = readers;
  }

  /** @param formats - for which the readers take the bytes, in addition to the detected one; undefined for all */
  read(
    bytes: Buffer,
    formats: readonly string[] | undefined,
    timeoutMs: number,
  ): Promise<ReadAnswer | NoAnswer> {
    return this.#ask<ReadAnswer>({ bytes, formats }, timeoutMs);
  }

  /** Bytes in use after garbage collection. @throws {Error} if the thread does not answer */
  async heldBytes(): Promise<number> {
    const answer = await this.#ask<MemoryAnswer>({}, MEMORY_TIMEOUT_MS);
    if (!('heldBytes' in answer)) throw new Error('the thread does not report its memory');
    return answer.heldBytes;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #ask<Answer>(question: Question, timeoutMs: number): Promise<Answer | NoAnswer> {
    const worker = this.#worker ?? (await this.#start());
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      worker.postMessage(question);
      const [answer]: Answer[] = await once(worker, 'message', { signal });
      if (answer === undefined) throw new Error('the thread sent an empty answer');
      return answer;
    } catch (error) {
      await this.end();
      return signal.aborted
        ? { isEndless: true }
        : { died: String((error instanceof Error && error.stack) || error) };
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL('thread.ts', import.meta.url), {
      workerData: this.#readers.href,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    this.#worker = worker;
    await once(worker, 'message');
    return worker;
  }
}
