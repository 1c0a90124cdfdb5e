import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { corrupt } from '../image/corrupt.js';
import { Window } from '../image/window.js';
import {
  ENCRYPTED,
  IN_ZIP64,
  LOCAL_BYTES,
  readLocalHeader,
  type ZipDirectory,
  type ZipEntry,
} from './zip.js';
import { tooLarge, ZIP_LIMITS } from './zip-limits.js';

const SIZES_FOLLOW = 0x0008;

/**
 * Refuses bombs and packages that two programs would read differently, before anything is unpacked.
 *
 * @param names - `engine` where names may be in any encoding, and the engine judges them once it knows which
 * @throws {AppError} FILE_TOO_LARGE above a limit; FILE_ENCRYPTED for a protected entry; FILE_CORRUPT if entries
 *   overlap, names are unsafe, or the two headers of an entry disagree
 */
export async function checkZip(
  reader: ByteReader,
  directory: ZipDirectory,
  { names = 'utf-8' }: { names?: 'utf-8' | 'engine' } = {},
): Promise<void> {
  const unpacked = directory.entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpacked > ZIP_LIMITS.unpackedBytes) throw tooLarge('bytes', ZIP_LIMITS.unpackedBytes);
  const ratioBytes = ZIP_LIMITS.ratio * reader.sizeBytes;
  if (unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > ratioBytes) throw tooLarge('bytes', ratioBytes);
  const window = new WindowReader(reader);
  let end = 0;
  for (const entry of directory.entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.flags & ENCRYPTED) throw new AppError('FILE_ENCRYPTED');
    if (entry.nameBytes.includes(0)) throw corrupt('it holds a name that leads outside');
    if (names === 'utf-8') checkName(entry.name);
    if (entry.offset < end) throw corrupt('its entries overlap');
    end = await endOf(window, entry);
    if (end > directory.start) throw corrupt('an entry reaches into the directory');
  }
}

function checkName(name: string): void {
  const unsafe = /^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').includes('..');
  if (unsafe) throw corrupt('it holds a name that leads outside');
  const long = Buffer.byteLength(name) > ZIP_LIMITS.pathBytes;
  if (long || name.split('/').some((part) => Buffer.byteLength(part) > ZIP_LIMITS.nameBytes)) {
    throw tooLarge('bytes in a name', ZIP_LIMITS.nameBytes);
  }
}

async function endOf(window: WindowReader, entry: ZipEntry): Promise<number> {
  const local = await readLocalHeader(window, entry);
  const sizesFollow = (local.flags & SIZES_FOLLOW) !== 0;
  /** Sizes may follow the data, or stand in an extra field of 64 bits. */
  const agree = (inLocal: number, inDirectory: number): boolean =>
    inLocal === inDirectory || (sizesFollow && inLocal === 0) || inLocal === IN_ZIP64;
  const sameSizes =
    agree(local.packedBytes, entry.packedBytes) && agree(local.unpackedBytes, entry.unpackedBytes);
  if (!local.nameBytes.equals(entry.nameBytes) || local.method !== entry.method || !sameSizes) {
    throw corrupt('the two headers of an entry disagree');
  }
  return local.dataOffset + entry.packedBytes;
}

/** Local headers in rising order, a system call per 64 KB. */
class WindowReader {
  private readonly window: Window;

  constructor(private readonly reader: ByteReader) {
    this.window = new Window(reader);
  }

  read(offset: number, length: number): Promise<Buffer> {
    const available = Math.max(LOCAL_BYTES, Math.min(length, this.reader.sizeBytes - offset));
    return this.window.take(offset, available);
  }
}
