import { type MessagePort, threadId } from 'node:worker_threads';
import { AppError } from '@filemill/errors';
import { type ByteReader, FileByteReader } from '../bytes/byte-reader.js';
import type { Bytes, Outcome, TaskRequest, ThreadMessage } from './messages.js';
import { TASKS } from './tasks.js';

/** Requests bytes from the main thread, one read at a time. */
class PortReader implements ByteReader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly port: MessagePort,
    readonly sizeBytes: number,
  ) {}

  read(offset: number, length: number): Promise<Buffer> {
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
export default async function perform(assignment: TaskRequest): Promise<Outcome> {
  const { task, data, path, sizeBytes, port } = assignment;
  const begun: ThreadMessage = { kind: 'begun', threadId };
  port.postMessage(begun);
  const file = path === undefined ? undefined : await FileByteReader.open(path);
  try {
    const work = TASKS[task] as (reader: ByteReader, data: unknown) => Promise<unknown>;
    return { answer: await work(file ?? new PortReader(port, sizeBytes), data) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, params: error.params };
  } finally {
    await file?.close();
    port.close();
  }
}
