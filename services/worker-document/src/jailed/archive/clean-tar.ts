import { crc32 } from 'node:zlib';
import type { ArchiveWrite } from '@filemill/formats';
import type { Checksums } from './checksums.js';
import type { ArchivePlan } from './planner.js';
import { Refused } from './refused.js';
import { paddingOf, TAR_END, type TarHeader, tarHeader } from './tar-header.js';
import { readTar } from './tar-reader.js';

/** Properties of the kept entries that an output format may not hold. */
export interface EntryProperties {
  owners: number;
  ownerNames: number;
  attributes: number;
  fractions: number;
  /** Times that the output cannot hold. */
  outOfRange: number;
}

/** How an output format changes the entries. */
export interface EntryRules {
  /** Changes permission bits, for example so that unpacked files stay readable. */
  readonly mode?: (mode: number, isFolder: boolean) => number;
  readonly withoutOwners?: boolean;
  /** The times that it can store: {@link ArchiveWrite.times}. */
  readonly times?: ArchiveWrite['times'];
  /** Owners that the stream of the input lacks, by the name of the entry in it. */
  readonly ownerOf?: (name: Buffer) => Owner | undefined;
}

/** By number; 0 is the administrator. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** An entry takes about as long as this many bytes of content. */
export const ENTRY_WORK_BYTES = 16_384;

/** Work for a whole archive, in bytes. */
export const totalWorkBytes = ({ listed, unpackedBytes }: ArchivePlan): number =>
  unpackedBytes + listed.length * ENTRY_WORK_BYTES;

const FOLDER = '5';
const FILE = '0';

/**
 * Writes the tar stream of the output: the planned entries under their new names, and nothing else.
 *
 * @param checksums - of the files, if the archive has them
 * @param seen - collects the properties
 * @param onWork - receives the finished work; {@link totalWorkBytes} is the total
 * @throws {Refused} corrupt, if the unpacked content differs from the list
 */
export async function* cleanTar(
  stream: AsyncIterable<Buffer>,
  { targets, listed }: ArchivePlan,
  rules: EntryRules,
  checksums: Checksums | undefined,
  seen: EntryProperties,
  onWork: (work: number) => void,
): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { data, hasAttributes, ...streamed } of readTar(stream)) {
    const entry = withOwner(streamed, rules);
    const line = listed[index];
    const name = targets[index++];
    if (!line) throw new Refused('corrupt', 'it contains more entries than it lists');
    const isKept = name !== undefined;
    if (isKept) {
      if (entryKindOf(entry.type) !== line.kind || entry.sizeBytes !== line.sizeBytes) {
        throw new Refused('corrupt', 'an entry differs from the list');
      }
      countProperties(entry, hasAttributes, rules, seen);
      yield tarHeader(expectedEntry(entry, name, rules));
    }
    onWork(ENTRY_WORK_BYTES);
    let checksum = 0;
    for await (const part of data) {
      onWork(part.length);
      if (checksums) checksum = crc32(part, checksum);
      if (isKept) yield part;
    }
    if (entry.type === FILE && entry.sizeBytes > 0) checksums?.check(entry.sizeBytes, checksum);
    if (isKept && paddingOf(entry.sizeBytes) > 0) yield Buffer.alloc(paddingOf(entry.sizeBytes));
  }
  if (index !== listed.length) throw new Refused('corrupt', 'it ends too early');
  yield TAR_END;
}

/** @param type - the type of a tar entry */
export const isFile = (type: string): boolean => type === FILE;

/** The kind of an entry as a list names it. @param type - the type of a tar entry */
export const entryKindOf = (type: string): string =>
  type === FOLDER ? 'folder' : type === FILE ? 'file' : 'other';

/** The entry with the owner that its stream lacks. */
export const withOwner = <T extends TarHeader>(entry: T, { ownerOf }: EntryRules): T => ({
  ...entry,
  ...ownerOf?.(entry.name),
});

/** Adds the properties of an entry to the counts. */
export function countProperties(
  entry: TarHeader,
  hasAttributes: boolean,
  { times = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] }: EntryRules,
  seen: EntryProperties,
): void {
  const hasNames = entry.userName !== '' || entry.groupName !== '';
  if (hasNames) seen.ownerNames += 1;
  if (hasNames || entry.uid !== 0 || entry.gid !== 0) seen.owners += 1;
  if (hasAttributes) seen.attributes += 1;
  if (/\.\d*[1-9]/.test(entry.mtime)) seen.fractions += 1;
  const seconds = Number(entry.mtime);
  if (seconds < times[0] || seconds > times[1]) seen.outOfRange += 1;
}

/** The header of an entry in the output: its new name, and the changes that the format requires. */
export function expectedEntry(entry: TarHeader, name: string, { mode, withoutOwners }: EntryRules) {
  const isFolder = entry.type === FOLDER;
  return {
    ...entry,
    name: isFolder ? `${name}/` : name,
    mode: mode ? mode(entry.mode, isFolder) : entry.mode,
    ...(withoutOwners && { uid: 0, gid: 0, userName: '', groupName: '' }),
  };
}
