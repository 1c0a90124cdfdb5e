import { AppError } from '@filemill/errors';
import type { ByteReader } from '@filemill/formats';
import type { ObjectStore } from '@filemill/storage';

/** Fewer, larger reads, because header readers request a few bytes at a time. */
const BLOCK_BYTES = 65_536;
/** Cached blocks; detection reads the beginning, the end, and little else. */
const MAX_BLOCKS = 16;
/** Maximum calls to the store for one file: a file that needs more is of no known format. */
const MAX_LOADS = 16;
/** Maximum bytes of one call; the directory of a zip is read at once. */
const MAX_LOAD_BYTES = 1_048_576;
/** Maximum bytes of all calls. */
const MAX_BYTES = 4 * 1_048_576;

/**
 * Reads an uploaded object by ranges, its beginning from memory: most files are recognised without a call to the store.
 * The content of a file determines what is read, so the calls and their bytes are limited.
 */
export class StoredByteReader implements ByteReader {
  private readonly blocks = new Map<number, Promise<Buffer>>();
  private loads = 0;
  private loadedBytes = 0;

  constructor(
    private readonly store: ObjectStore,
    private readonly key: string,
    readonly sizeBytes: number,
    readonly head: Buffer,
  ) {}

  /** @throws {AppError} FILE_CORRUPT above the limit for one file */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.sizeBytes);
    if (offset >= end) return Buffer.alloc(0);
    if (end <= this.head.length) return this.head.subarray(offset, end);
    if (end - offset > BLOCK_BYTES) return this.load(offset, end);
    const parts: Buffer[] = [];
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / BLOCK_BYTES);
      const block = await this.block(number);
      const from = at - number * BLOCK_BYTES;
      const part = block.subarray(from, from + end - at);
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    return Buffer.concat(parts);
  }

  private block(number: number): Promise<Buffer> {
    const known = this.blocks.get(number);
    if (known) return known;
    if (this.blocks.size >= MAX_BLOCKS) this.blocks.delete(this.blocks.keys().next().value ?? 0);
    const loaded = this.load(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES);
    this.blocks.set(number, loaded);
    return loaded;
  }

  private async load(start: number, until: number): Promise<Buffer> {
    const end = Math.min(until, this.sizeBytes);
    this.loads += 1;
    this.loadedBytes += end - start;
    if (end - start > MAX_LOAD_BYTES || this.loads > MAX_LOADS || this.loadedBytes > MAX_BYTES) {
      throw new AppError('FILE_CORRUPT', { detail: 'too much of it must be read to tell what it is' });
    }
    return this.store.readPart(this.key, { start, end: end - 1 });
  }
}
