import type { ByteReader } from '../../bytes/byte-reader.js';

/** Counts the reads of a file. */
export class CountingReader implements ByteReader {
  reads = 0;
  bytes = 0;

  /** @param sizeBytes - declared size, if it is larger than the real one; the missing part reads as zeros */
  constructor(
    private readonly content: Buffer,
    readonly sizeBytes = content.length,
  ) {}

  async read(offset: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.sizeBytes - offset));
    this.reads += 1;
    this.bytes += wanted;
    const part = this.content.subarray(offset, offset + wanted);
    return part.length === wanted ? part : Buffer.concat([part, Buffer.alloc(wanted - part.length)]);
  }
}
