import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import type { PutResult } from './object-store.js';

/** Passes a stream on and measures it; distinguishes the stream's own failures from those of the store. */
export class MeteredStream {
  private readonly hash = createHash('sha256');
  private sizeBytes = 0;
  private failed = false;

  /** @param signal - destroys `body` when it aborts */
  constructor(
    private readonly body: Readable,
    signal: AbortSignal | undefined,
  ) {
    // The loop in `chunks` reports every error; one before the loop begins must not end the process.
    body.on('error', () => undefined);
    if (signal) addAbortSignal(signal, body);
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const part of this.body as AsyncIterable<Buffer | string>) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part;
        this.hash.update(chunk);
        this.sizeBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }

  /** Whether the body itself failed or was aborted. */
  get bodyFailed(): boolean {
    return this.failed;
  }

  /** Ends a body that will not be read to its end. */
  discard(): void {
    this.body.destroy();
  }

  /** Size and digest; call once, after the last chunk. */
  result(): PutResult {
    return { sizeBytes: this.sizeBytes, sha256: this.hash.digest('hex') };
  }
}
