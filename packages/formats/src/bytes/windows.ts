import { type ByteReader, endsTooEarly } from './byte-reader.js';

const PAGE_BYTES = 65_536;
const PAGES = 4;

/** Reads a file by pages of 64 kB and keeps the last four: headers are many small reads close together. */
export class Window {
  private readonly pages = new Map<number, Promise<Buffer>>();

  constructor(private readonly reader: ByteReader) {}

  get sizeBytes(): number {
    return this.reader.sizeBytes;
  }

  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.sizeBytes);
    if (offset >= end) return Buffer.alloc(0);
    const first = Math.floor(offset / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    if (last - first >= PAGES) return this.reader.read(offset, end - offset);
    const parts: Buffer[] = [];
    for (let page = first; page <= last; page++) parts.push(await this.page(page));
    const joined = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    return joined.subarray(offset - first * PAGE_BYTES, end - first * PAGE_BYTES);
  }

  /** Exactly `length` bytes. @throws {AppError} FILE_CORRUPT if the file ends earlier */
  async readExactly(offset: number, length: number): Promise<Buffer> {
    const bytes = await this.read(offset, length);
    if (bytes.length < length) throw endsTooEarly();
    return bytes;
  }

  private page(index: number): Promise<Buffer> {
    const kept = this.pages.get(index);
    if (kept) return kept;
    if (this.pages.size >= PAGES) this.pages.delete(this.pages.keys().next().value as number);
    const page = this.reader.read(index * PAGE_BYTES, PAGE_BYTES);
    this.pages.set(index, page);
    return page;
  }
}

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
