import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError } from '@filemill/errors';

/** Random access to the bytes of a file, on disk or in an object store. Header readers take one and read little. */
export interface ByteReader {
  readonly sizeBytes: number;
  /** The first bytes, where they are in memory: another thread gets them with its task and need not ask. */
  readonly head?: Uint8Array;
  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/**
 * Reads a file on disk; close it after use. Only for reading threads and jailed programs: it reads synchronously, since each
 * read that waits for yet another thread costs as much as reading a header.
 */
export class FileByteReader implements ByteReader {
  private constructor(
    private readonly descriptor: number,
    readonly sizeBytes: number,
  ) {}

  static async open(path: string): Promise<FileByteReader> {
    const descriptor = openSync(path, 'r');
    return new FileByteReader(descriptor, fstatSync(descriptor).size);
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.sizeBytes - offset)));
    return buffer.subarray(0, readSync(this.descriptor, buffer, 0, buffer.length, offset));
  }

  async close(): Promise<void> {
    closeSync(this.descriptor);
  }
}

const HEAD_BYTES = 65_536;

/** Reads bytes that are in memory. */
export class BufferByteReader implements ByteReader {
  constructor(private readonly buffer: Buffer) {}

  get sizeBytes(): number {
    return this.buffer.length;
  }

  get head(): Uint8Array {
    return this.buffer.subarray(0, HEAD_BYTES);
  }

  async read(offset: number, length: number): Promise<Buffer> {
    return this.buffer.subarray(offset, offset + length);
  }
}

/** FILE_CORRUPT. @param detail - for the user: without offsets and sizes */
export const corrupt = (detail: string): AppError => new AppError('FILE_CORRUPT', { detail });

/** The file ends before what its own header promises. */
export const endsTooEarly = (): AppError => corrupt('it ends too early');
