import { AppError } from '@filemill/errors';
import type { ByteReader } from './byte-reader.js';
import { corrupt } from './corrupt.js';
import { Window } from './window.js';
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
 * What an archive may declare, whatever else is wrong with it.
 *
 * @throws {AppError} FILE_TOO_LARGE above a limit; FILE_ENCRYPTED for a protected entry
 */
export function checkZipLimits(reader: Pick<ByteReader, 'sizeBytes'>, directory: ZipDirectory): void {
  const unpacked = directory.entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpacked > ZIP_LIMITS.unpackedBytes) throw tooLarge('bytes', ZIP_LIMITS.unpackedBytes);
  const ratioBytes = ZIP_LIMITS.ratio * reader.sizeBytes;
  if (unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > ratioBytes) throw tooLarge('bytes', ratioBytes);
  if (directory.entries.some(({ flags }) => flags & ENCRYPTED)) throw new AppError('FILE_ENCRYPTED');
}

/**
 * Refuses bombs and packages that two programs would read differently, before anything is unpacked. Limits and locks come
 * first: they count also where something else is broken.
 *
 * @param names - `engine` where names may be in any encoding, and the engine judges them once it knows which
 * @param spans - `limit` where entries that share their data are refused like a bomb, whatever else is read of the file
 * @throws {AppError} FILE_TOO_LARGE above a limit; FILE_ENCRYPTED for a protected entry; FILE_CORRUPT if entries
 *   overlap, names are unsafe, or the two headers of an entry disagree
 */
export async function checkZip(
  reader: ByteReader,
  directory: ZipDirectory,
  { names = 'utf-8', spans = 'damage' }: { names?: 'utf-8' | 'engine'; spans?: 'damage' | 'limit' } = {},
): Promise<void> {
  checkZipLimits(reader, directory);
  if (names === 'utf-8') for (const { name } of directory.entries) checkLength(name);
  if (directory.damage !== undefined) throw corrupt(directory.damage);
  const window = new WindowReader(reader);
  let end = 0;
  let before: ZipEntry | undefined;
  for (const entry of directory.entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.nameBytes.includes(0) || (names === 'utf-8' && leadsOutside(entry.name))) {
      throw corrupt('it holds a name that leads outside');
    }
    if (isListedAgain(entry, before)) continue;
    if (entry.offset < end) throw spans === 'limit' ? overlapping() : corrupt('its entries overlap');
    end = await endOf(window, entry);
    before = entry;
    if (end > directory.start) throw corrupt('an entry reaches into the directory');
  }
}

/** Some programs list a part twice; that is no second one. */
const isListedAgain = (entry: ZipEntry, before: ZipEntry | undefined): boolean =>
  entry.offset === before?.offset &&
  entry.packedBytes === before.packedBytes &&
  entry.nameBytes.equals(before.nameBytes);

const overlapping = (): AppError =>
  new AppError('FILE_TOO_LARGE', { message: 'Parts of the file share their data, as those of a bomb do.' });

/** Whether entries share bytes, by what the directory says: bombs are made of such. */
export function hasOverlaps({ entries }: ZipDirectory): boolean {
  let end = 0;
  let before: ZipEntry | undefined;
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .some((entry) => {
      if (isListedAgain(entry, before)) return false;
      before = entry;
      const overlaps = entry.offset < end;
      end = entry.offset + LOCAL_BYTES + entry.nameBytes.length + entry.packedBytes;
      return overlaps;
    });
}

const leadsOutside = (name: string): boolean =>
  /^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').includes('..');

function checkLength(name: string): void {
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
