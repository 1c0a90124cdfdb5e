import { createInterface } from 'node:readline';
import type { Owner } from './clean-tar.js';
import type { ArchivePlanner } from './planner.js';
import { SEVEN_ZIP, startProgram } from './programs.js';
import { Refused } from './refused.js';

/** What 7z lists of an archive. */
export interface SevenZipList {
  /** The size of each file by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Further files with the same names. */
  readonly duplicates: number;
  /** Names of links, devices and pipes. */
  readonly links: readonly string[];
  /** Names of what the format itself needs: it is no content. */
  readonly internal: readonly string[];
  /** Names of empty files that may be folders: some formats do not tell. */
  readonly perhapsFolders: readonly string[];
  /** By name, if the format has owners. */
  readonly owners: ReadonlyMap<string, Owner>;
}

/** Fields of one entry, by 7z's names. */
type Fields = Readonly<Record<string, string>>;

/** The tables of NTFS and the journal of ext; those of a help file. */
const INTERNAL = /^\[SYS(?:TEM)?\](?:\/|$)/;
const INTERNAL_OF_HELP = /^(?:[#$]|::|_#_README_#_$)/;
/** Tables and summaries of an installer. */
const INTERNAL_OF_INSTALLER = /^(?:!|\[\d+\])/;

/**
 * Lists an archive.
 *
 * @param type - the reader that 7z is forced to use
 * @param planner - receives each entry, and refuses an archive above the limits
 * @throws {Refused} encrypted, and what the planner throws
 */
export async function listBy7z(path: string, type: string, planner: ArchivePlanner): Promise<SevenZipList> {
  const sizes = new Map<string, number>();
  const owners = new Map<string, Owner>();
  const [links, internal, perhapsFolders]: [string[], string[], string[]] = [[], [], []];
  let duplicates = 0;
  for await (const fields of entriesOf(path, type)) {
    const { Path: name = '', Folder, Size, Encrypted } = fields;
    if (Encrypted === '+') throw new Refused('encrypted');
    const kind = Folder === '+' ? 'folder' : isLink(fields) ? 'other' : 'file';
    const sizeBytes = Number(Size) || 0;
    if (isInternal(name, type)) {
      internal.push(name);
      continue;
    }
    planner.add({ name: Buffer.from(name), kind, sizeBytes });
    const [uid, gid] = [Number(fields['User ID'] || 0), Number(fields['Group ID'] || 0)];
    if (uid !== 0 || gid !== 0) owners.set(name, { uid, gid });
    if (kind === 'other') links.push(name);
    if (kind !== 'file') continue;
    if (Folder === undefined && sizeBytes === 0) perhapsFolders.push(name);
    if (sizes.has(name)) duplicates += 1;
    sizes.set(name, sizeBytes);
  }
  return { sizes, duplicates, links, internal, perhapsFolders, owners };
}

function isInternal(name: string, type: string): boolean {
  if (type === 'Chm') return INTERNAL.test(name) || INTERNAL_OF_HELP.test(name);
  return INTERNAL.test(name) || (type === 'Compound' && INTERNAL_OF_INSTALLER.test(name));
}

/** If 7z cannot list the archive, there are none. */
async function* entriesOf(path: string, type: string): AsyncGenerator<Fields> {
  const lister = startProgram(SEVEN_ZIP, ['l', '-slt', '-ba', '-sns-', `-t${type}`, '-y', path]);
  let fields: Record<string, string> = {};
  try {
    for await (const line of createInterface({ input: lister.stdout })) {
      const [, key = '', value = ''] = /^(\w+(?: \w+)?) = (.*)$/.exec(line) ?? [];
      if (key === 'Path' && fields.Path !== undefined) yield fields;
      if (key === 'Path') fields = {};
      if (key !== '') fields[key] = value;
    }
    if (fields.Path !== undefined) yield fields;
  } finally {
    lister.kill();
  }
}

/** Also devices and pipes, by the first letter of the mode. RARs are unpacked by unar, which skips links by itself. */
const isLink = (fields: Fields): boolean =>
  (fields['Symbolic Link'] ?? '') !== '' || /^[lbcps]/.test(fields.Mode ?? '');

/** Number of layers in a disk: a table of partitions, and a file system. */
const MAX_LAYERS = 2;
/** What a disk may hold, by the names of 7z's readers; a table of partitions last, which begins like some file systems. */
export const FILE_SYSTEMS: readonly string[] = ['FAT', 'NTFS', 'Ext', 'HFS', 'APFS', 'GPT', 'MBR'];
/** What an installer of Windows may hold. */
export const CABINETS: readonly string[] = ['Cab'];

/**
 * The readers of a file with another one inside, from the inside to the outside: 7z opens one in the other.
 *
 * @param type - the reader of the file
 * @param layers - the readers of what may be inside
 * @returns that of the file alone if it holds several, such as partitions, which are then its files
 */
export async function readersOf(path: string, type: string, layers: readonly string[]): Promise<string> {
  let readers = type;
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    let found: string | undefined;
    for (const layer of layers) {
      const inner = `${layer}.${readers}`;
      const lister = startProgram(SEVEN_ZIP, ['l', '-ba', `-t${inner}`, '-y', path], { stdout: 'ignore' });
      const opens = await lister.ended.then(
        () => true,
        () => false,
      );
      if (opens) found = inner;
      if (found) break;
    }
    if (!found) break;
    readers = found;
  }
  return readers;
}
