import { type ByteReader, endsTooEarly } from './byte-reader.js';

const WINDOW_BYTES = 65_536;

/**
 * Serves small reads at rising offsets from one window of 64 KB. Walking the blocks of a large file then costs one
 * system call per window, and only that much memory.
 */
export class ForwardWindow {
  private start = 0;
  private bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly reader: ByteReader) {}

  get sizeBytes(): number {
    return this.reader.sizeBytes;
  }

  /**
   * Exactly `length` bytes (at most 64 KB) from `offset`.
   *
   * @throws {AppError} FILE_CORRUPT if the file ends earlier
   */
  async take(offset: number, length: number): Promise<Buffer> {
    const inside = offset >= this.start && offset + length <= this.start + this.bytes.length;
    if (!inside) {
      this.bytes = await this.reader.read(offset, Math.max(WINDOW_BYTES, length));
      this.start = offset;
    }
    const from = offset - this.start;
    if (from + length > this.bytes.length) throw endsTooEarly();
    return this.bytes.subarray(from, from + length);
  }

  async byte(offset: number): Promise<number> {
    return (await this.take(offset, 1)).readUInt8(0);
  }
}
