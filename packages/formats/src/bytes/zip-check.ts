import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt } from './byte-reader.js';
import { ForwardWindow } from './windows.js';
import {
  ENCRYPTED_FLAG,
  LOCAL_HEADER_BYTES,
  readLocalHeader,
  ZIP64_PLACEHOLDER,
  type ZipDirectory,
  type ZipEntry,
} from './zip.js';
import { tooLarge, ZIP_LIMITS } from './zip-limits.js';

const SIZES_FOLLOW = 0x0008;

/**
 * Checks what an archive declares; works for damaged archives too.
 *
 * @throws {AppError} FILE_TOO_LARGE above a limit; FILE_ENCRYPTED for a protected entry
 */
export function checkZipLimits(reader: Pick<ByteReader, 'sizeBytes'>, directory: ZipDirectory): void {
  const unpacked = directory.entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (unpacked > ZIP_LIMITS.unpackedBytes) throw tooLarge('bytes', ZIP_LIMITS.unpackedBytes);
  const ratioBytes = ZIP_LIMITS.ratio * reader.sizeBytes;
  if (unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > ratioBytes) throw tooLarge('bytes', ratioBytes);
  if (directory.entries.some(({ flags }) => flags & ENCRYPTED_FLAG)) throw new AppError('FILE_ENCRYPTED');
}

/**
 * Refuses zip bombs, and packages that two programs would read differently, before anything is unpacked. Limits and
 * encryption are checked first: they apply even if something else is broken.
 *
 * @param names - `engine` if names may be in any encoding: the engine checks them once it knows which
 * @param spans - `limit` if entries that share data are refused like a zip bomb
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

/** Some programs list a part twice; the second line is ignored. */
const isListedAgain = (entry: ZipEntry, before: ZipEntry | undefined): boolean =>
  entry.offset === before?.offset &&
  entry.packedBytes === before.packedBytes &&
  entry.nameBytes.equals(before.nameBytes);

const overlapping = (): AppError =>
  new AppError('FILE_TOO_LARGE', { message: 'Parts of the file share their data, as those of a bomb do.' });

/** Whether entries share bytes, according to the directory: zip bombs do. */
export function hasOverlaps({ entries }: ZipDirectory): boolean {
  let end = 0;
  let before: ZipEntry | undefined;
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .some((entry) => {
      if (isListedAgain(entry, before)) return false;
      before = entry;
      const overlaps = entry.offset < end;
      end = entry.offset + LOCAL_HEADER_BYTES + entry.nameBytes.length + entry.packedBytes;
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
  /** The sizes may follow the data, or be in a 64-bit extra field. */
  const agree = (inLocal: number, inDirectory: number): boolean =>
    inLocal === inDirectory || (sizesFollow && inLocal === 0) || inLocal === ZIP64_PLACEHOLDER;
  const sameSizes =
    agree(local.packedBytes, entry.packedBytes) && agree(local.unpackedBytes, entry.unpackedBytes);
  if (!local.nameBytes.equals(entry.nameBytes) || local.method !== entry.method || !sameSizes) {
    throw corrupt('the two headers of an entry disagree');
  }
  return local.dataOffset + entry.packedBytes;
}

/** Reads local headers in rising order, with one system call per 64 KB. */
class WindowReader {
  private readonly window: ForwardWindow;

  constructor(private readonly reader: ByteReader) {
    this.window = new ForwardWindow(reader);
  }

  read(offset: number, length: number): Promise<Buffer> {
    const available = Math.max(LOCAL_HEADER_BYTES, Math.min(length, this.reader.sizeBytes - offset));
    return this.window.take(offset, available);
  }
}
