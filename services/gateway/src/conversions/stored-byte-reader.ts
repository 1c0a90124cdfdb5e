import { buffer } from 'node:stream/consumers';
import type { ByteReader } from '@filemill/inspect';
import type { ObjectStore } from '@filemill/storage';

/** Fewer, larger reads: header readers ask for a few bytes here and there. */
const BLOCK_BYTES = 65_536;
/** Blocks kept; a detector looks at the beginning, the end, and little else. */
const MAX_BLOCKS = 8;

/** Reads an uploaded object by ranges, its beginning from memory: most files are recognised without a call to the store. */
export class StoredByteReader implements ByteReader {
  private readonly blocks = new Map<number, Promise<Buffer>>();

  constructor(
    private readonly store: ObjectStore,
    private readonly key: string,
    readonly sizeBytes: number,
    private readonly head: Buffer,
  ) {}

  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.sizeBytes);
    if (offset >= end) return Buffer.alloc(0);
    if (end <= this.head.length) return this.head.subarray(offset, end);
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
    const loaded = this.load(number * BLOCK_BYTES);
    this.blocks.set(number, loaded);
    return loaded;
  }

  private async load(start: number): Promise<Buffer> {
    const end = Math.min(start + BLOCK_BYTES, this.sizeBytes) - 1;
    return buffer((await this.store.get(this.key, { start, end })).body);
  }
}
