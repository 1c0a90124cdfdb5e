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

/**
 * Passes on unpacked data as long as its size stays in proportion to the compressed bytes that were read. The total
 * size is known only at the end, which may be gigabytes away: bzip2 takes half a minute for two.
 *
 * @param readBytes - of the compressed file so far
 * @throws {Refused} ratio
 */
export async function* withinRatio(
  unpacked: AsyncIterable<Buffer>,
  readBytes: () => number,
  { ratio, streamRatioFromBytes }: { readonly ratio: number; readonly streamRatioFromBytes: number },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of unpacked) {
    bytes += part.length;
    if (bytes > streamRatioFromBytes && bytes > ratio * readBytes()) throw new Refused('ratio');
    yield part;
  }
}

/** The first bytes of a disc, which start a computer and hold no files: ECMA-119, 6.2.1. */
const SYSTEM_AREA_BYTES = 32_768;

/** A disc whose first bytes are zeros: a reader that looks at them alone could take it for another format. */
export async function* withoutSystemArea(disc: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of disc) {
    yield at < SYSTEM_AREA_BYTES ? Buffer.from(part).fill(0, 0, SYSTEM_AREA_BYTES - at) : part;
    at += part.length;
  }
}
