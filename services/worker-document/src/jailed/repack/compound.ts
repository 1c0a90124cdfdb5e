import { closeSync, copyFileSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { mendOle } from '../mend/old-office.js';
import { END_OF_CHAIN, ENTRY, HEADER, MINI, readCompound, type StoredStream } from './compound-reader.js';
import type { RepackWork } from './work.js';

/** A larger file would not fit in memory. */
const MAX_BYTES = 256 * 1024 ** 2;
/** Marks of sectors: [MS-CFB] 2.1. */
const FAT_SECTOR = 0xffff_fffd;
const DIFAT_SECTOR = 0xffff_fffc;
const FREE = 0xffff_ffff;

/**
 * Writes a compound file again without what no stream uses: free sectors, sectors behind the end of a stream, and what an
 * earlier version left there. The directory stays as it is, with the tree, classes, states and times of its entries, and so
 * does every stream, byte by byte. A file that does not follow the specification in all of this is copied.
 *
 * @param salvage - the end of the file is missing: it is filled with zeros
 * @see [MS-CFB]
 */
export function repackCompound({ input, output }: RepackWork, salvage: boolean): void {
  const file = statSync(input).size <= MAX_BYTES ? readFileSync(input) : undefined;
  const whole = file && salvage ? Buffer.concat([...(mendOle(file)?.parts ?? [file])]) : file;
  const compound = whole && readCompound(whole);
  if (!whole || !compound) {
    if (whole && salvage) writeParts(output, [whole]);
    else copyFileSync(input, output);
    return;
  }
  const { sectorBytes, streams } = compound;
  const directory = Buffer.from(compound.directory);
  const large = streams.filter(({ isMini }) => !isMini);
  const small = streams.filter(({ isMini }) => isMini);
  const mini = miniStreamOf(small, directory);
  const sectorsOf = (bytes: number): number => Math.ceil(bytes / sectorBytes);
  // Readers look for the directory near the start, and read what follows in order.
  const chains = [directory, mini.table, mini.content, ...large.map(({ content }) => content)];
  const lengths = chains.map(({ length }) => sectorsOf(length));
  const perSector = sectorBytes / 4;
  const tables = tableSectors(
    lengths.reduce((sum, length) => sum + length, 0),
    perSector,
  );
  const fat = Buffer.alloc(tables.fat * sectorBytes, 0xff);
  let next = 0;
  const take = (count: number, mark: (index: number) => number): number => {
    const first = next;
    for (let index = 0; index < count; index++) fat.writeUInt32LE(mark(index), 4 * (first + index));
    next += count;
    return count === 0 ? END_OF_CHAIN : first;
  };
  const firstFat = take(tables.fat, () => FAT_SECTOR);
  const firstDifat = take(tables.difat, () => DIFAT_SECTOR);
  const starts = lengths.map((count) => {
    const first = next;
    return take(count, (index) => (index + 1 < count ? first + index + 1 : END_OF_CHAIN));
  });
  const [directoryStart = 0, miniFatStart = 0, miniStart = 0, ...largeStarts] = starts;
  directory.writeUInt32LE(miniStart, ENTRY.startAt);
  directory.writeUInt32LE(mini.content.length, ENTRY.sizeAt);
  for (const [index, { entry }] of large.entries()) {
    directory.writeUInt32LE(largeStarts[index] as number, entry * ENTRY.bytes + ENTRY.startAt);
  }
  const header = Buffer.alloc(sectorBytes);
  whole.copy(header, 0, 0, HEADER.bytes);
  // Version 3 counts no sectors of the directory.
  if (sectorBytes > HEADER.bytes) header.writeUInt32LE(lengths[0] as number, HEADER.directorySectorsAt);
  header.writeUInt32LE(tables.fat, HEADER.fatSectorsAt);
  header.writeUInt32LE(directoryStart, HEADER.directoryAt);
  header.writeUInt32LE(miniFatStart, HEADER.miniFatAt);
  header.writeUInt32LE(lengths[1] as number, HEADER.miniFatSectorsAt);
  header.writeUInt32LE(firstDifat, HEADER.difatAt);
  header.writeUInt32LE(tables.difat, HEADER.difatSectorsAt);
  for (let index = 0; index < HEADER.listed; index++) {
    header.writeUInt32LE(index < tables.fat ? firstFat + index : FREE, HEADER.listAt + 4 * index);
  }
  const difat = difatOf(tables, firstFat, firstDifat, sectorBytes);
  const padded = chains.flatMap((content, index) => [
    content,
    Buffer.alloc((lengths[index] as number) * sectorBytes - content.length, index === 1 ? 0xff : 0),
  ]);
  writeParts(output, [header, fat, difat, ...padded]);
}

/** How many sectors list all sectors, themselves among them, and how many list those that the header cannot. */
function tableSectors(content: number, perSector: number): { readonly fat: number; readonly difat: number } {
  let [fat, difat] = [0, 0];
  for (;;) {
    const wanted = Math.ceil((content + fat + difat) / perSector);
    const lists = Math.max(0, Math.ceil((wanted - HEADER.listed) / (perSector - 1)));
    if (wanted === fat && lists === difat) return { fat, difat };
    [fat, difat] = [wanted, lists];
  }
}

/** The sectors that list the sectors of the FAT beyond those in the header; the last number of each is the next. */
function difatOf(
  { fat, difat }: { readonly fat: number; readonly difat: number },
  firstFat: number,
  firstDifat: number,
  sectorBytes: number,
): Buffer {
  const perSector = sectorBytes / 4;
  const list = Buffer.alloc(difat * sectorBytes, 0xff);
  for (let index = HEADER.listed; index < fat; index++) {
    const at = index - HEADER.listed;
    list.writeUInt32LE(firstFat + index, 4 * (at + Math.floor(at / (perSector - 1))));
  }
  for (let sector = 0; sector < difat; sector++) {
    const following = sector + 1 < difat ? firstDifat + sector + 1 : END_OF_CHAIN;
    list.writeUInt32LE(following, (sector + 1) * sectorBytes - 4);
  }
  return list;
}

/** All short streams in one, in sectors of 64 bytes, and the table of these; the directory learns where each begins. */
function miniStreamOf(
  small: readonly StoredStream[],
  directory: Buffer,
): { readonly content: Buffer; readonly table: Buffer } {
  const parts: Buffer[] = [];
  const numbers: number[] = [];
  for (const { entry, content } of small) {
    const count = Math.ceil(content.length / MINI.bytes);
    const start = numbers.length;
    directory.writeUInt32LE(count === 0 ? END_OF_CHAIN : start, entry * ENTRY.bytes + ENTRY.startAt);
    for (let index = 1; index <= count; index++) numbers.push(index < count ? start + index : END_OF_CHAIN);
    parts.push(content, Buffer.alloc(count * MINI.bytes - content.length));
  }
  const table = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) table.writeUInt32LE(number, 4 * index);
  return { content: Buffer.concat(parts), table };
}

function writeParts(path: string, parts: readonly Buffer[]): void {
  const file = openSync(path, 'w');
  for (const part of parts) {
    for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
  }
  closeSync(file);
}
