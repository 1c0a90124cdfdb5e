import { Refused } from './refused.js';

/** Splits a stream of chunks into pieces of requested lengths. */
export class ByteQueue {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Exactly this many bytes; undefined at the end of the stream. @throws {Refused} if it ends within them */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const part = await this.takeAtMost(missing);
      if (!part) break;
      parts.push(part);
      missing -= part.length;
    }
    if (missing === length && length > 0) return undefined;
    if (missing > 0) throw new Refused('corrupt', 'it ends too early');
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  /** The next available bytes, at most this many; undefined at the end. */
  async takeAtMost(most: number): Promise<Buffer | undefined> {
    while (this.rest.length === 0) {
      const { value, done } = await this.chunks.next();
      if (done) return undefined;
      this.rest = value;
    }
    const part = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(part.length);
    return part;
  }
}
