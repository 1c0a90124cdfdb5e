import { type MessagePort, threadId } from 'node:worker_threads';
import { AppError, type ErrorParams } from '@filemill/errors';
import { type ByteReader, FileByteReader } from '../bytes/byte-reader.js';
import { TASKS, type TaskName } from './tasks.js';

/** Requests bytes from the main thread, one read at a time. */
class PortReader implements ByteReader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly port: MessagePort,
    readonly sizeBytes: number,
    readonly head = new Uint8Array(),
  ) {}

  read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.sizeBytes);
    if (offset >= end) return Promise.resolve(Buffer.alloc(0));
    if (end <= this.head.length) return Promise.resolve(Buffer.from(this.head.buffer, offset, end - offset));
    const answer = this.last.then(() => this.ask(offset, length));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private ask(offset: number, length: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.port.once('message', (bytes: Bytes) => {
        if (bytes) resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        // Treated like the end of the file: a reader that needs more does not match.
        else
          reject(new AppError('FILE_CORRUPT', { detail: 'too much of it must be read to tell what it is' }));
      });
      const question: ThreadMessage = { kind: 'read', offset, length };
      this.port.postMessage(question);
    });
  }
}

/** Runs one task in this thread; the pool calls it. */
export default async function perform(assignment: TaskRequest): Promise<TaskResult> {
  const { task, data, path, sizeBytes, head, port } = assignment;
  const begun: ThreadMessage = { kind: 'begun', threadId };
  port.postMessage(begun);
  let file: FileByteReader | undefined;
  try {
    if (path !== undefined) file = await FileByteReader.open(path);
    const work = TASKS[task] as (reader: ByteReader, data: unknown) => Promise<unknown>;
    return { answer: await work(file ?? new PortReader(port, sizeBytes, head), data) };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params };
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { systemCode: code, message };
  } finally {
    await file?.close();
    port.close();
  }
}

/** The task of a thread. */
export interface TaskRequest {
  readonly task: TaskName;
  readonly data: unknown;
  /** Path on disk; absent if the main thread reads for the thread. */
  readonly path?: string;
  readonly sizeBytes: number;
  /** The first bytes, in a buffer of their own, if the main thread has them. */
  readonly head?: Uint8Array<ArrayBuffer>;
  /** Requests bytes, and reports that the work has begun. */
  readonly port: MessagePort;
}

/** From the thread. `begun` comes first; every `read` is answered by one {@link Bytes}. */
export type ThreadMessage =
  | { readonly kind: 'begun'; readonly threadId: number }
  | { readonly kind: 'read'; readonly offset: number; readonly length: number };

/** To the thread, in the order of its requests; undefined if the read failed. */
export type Bytes = Uint8Array | undefined;

/** The result of a task. An error that is sent to another thread loses its code, so both kinds of codes stand here. */
export type TaskResult =
  | { readonly answer: unknown }
  | { readonly code: string; readonly params: ErrorParams }
  | { readonly systemCode: string; readonly message: string };
