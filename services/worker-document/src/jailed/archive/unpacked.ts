import { lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ArchiveContainer } from '@filemill/formats';
import { rarType } from './checksums.js';
import { type ArchiveLimits, ArchivePlanner } from './planner.js';
import { BSDTAR, type Program, refusalOf, SEVEN_ZIP, startProgram, UNAR } from './programs.js';
import { Refused } from './refused.js';

/** Archives are unpacked into this folder. */
const FOLDER = '/job/out/unpacked';
/** Into exactly that folder, without unpacking inner archives; of two files with one name the last one stays. */
const UNAR_ARGS = ['-output-directory', FOLDER, '-no-directory', '-no-recursion', '-force-overwrite'];
/** Whole seconds, which these archives store, and no owner of the unpacked files. */
const TAR_ARGS = ['-cf', '-', '--format=gnutar', '--uid=0', '--gid=0', '--uname=', '--gname='];

/** Formats that 7z alone reads, and the option that forces its reader. */
const TYPES: Readonly<Partial<Record<ArchiveContainer, string>>> = {
  squashfs: 'SquashFS',
  wim: 'wim',
};
/** Names that 7z does not unpack, one a line. */
const EXCLUDED = '/job/out/excluded';

/** Whether a format is unpacked by 7z, because bsdtar has no reader of it. */
export const isReadBy7z = (container: ArchiveContainer): boolean => TYPES[container] !== undefined;

/**
 * Unpacks what bsdtar cannot read. With 7z: discs and archives of other systems. With unar: solid RARs before RAR 5,
 * those of RAR 2, those with hard links. 7z's list is checked first, and the number of files that are then written must
 * match.
 *
 * @param salvage - accept what unar could unpack; of a file that 7z unpacked nothing shows whether it is whole
 * @throws {Refused} for the list, or if the program reports an error
 */
export async function unpackToDisk(
  path: string,
  container: ArchiveContainer,
  limits: ArchiveLimits,
  salvage: boolean,
): Promise<Unpacked> {
  const type = TYPES[container];
  const { sizes, duplicates, links } = await checkList(path, type ?? rarType(path), limits);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const maySalvage = salvage && !type;
  const unpacking = type ? unpackBy7z(path, type, links) : unpackByUnar(path);
  await unpacking.ended.catch((error: unknown) => {
    if (!maySalvage) throw refusalOf(error);
  });
  if (!maySalvage && countFiles(FOLDER) !== sizes.size)
    throw new Refused('corrupt', 'its content differs from its list');
  // The program applies the permissions of the archive, but the files must be readable.
  await startProgram('/usr/bin/chmod', ['-R', 'u+rwX', FOLDER]).ended;
  return { duplicates, links: links.length, lost: maySalvage ? removeBroken(sizes) : [] };
}

const unpackByUnar = (path: string): Program =>
  startProgram(UNAR, [...UNAR_ARGS, '-forks', 'skip', '-quiet', path], { stdout: 'ignore' });

/** Links are left out: a link to another folder would be an error of 7z. */
function unpackBy7z(path: string, type: string, links: readonly string[]): Program {
  writeFileSync(EXCLUDED, links.map((name) => `${name}\n`).join(''));
  const without = links.length > 0 ? ['-spd', '-scsUTF-8', `-x@${EXCLUDED}`] : [];
  const args = ['x', `-t${type}`, '-y', '-bd', '-sns-', ...without, `-o${FOLDER}`, path];
  return startProgram(SEVEN_ZIP, args, { stdout: 'ignore' });
}

/** What lies on disk now. */
export interface Unpacked {
  /** Files that another one with the same name has replaced. */
  readonly duplicates: number;
  /** Links, devices and pipes that were not unpacked. */
  readonly links: number;
  /** Names of files that unar could not unpack completely. */
  readonly lost: readonly string[];
}

/** unar leaves the beginning of a file that it cannot read. */
function removeBroken(sizes: ReadonlyMap<string, number>): string[] {
  const lost: string[] = [];
  for (const [name, sizeBytes] of sizes) {
    const path = join(FOLDER, name);
    if (!path.startsWith(`${FOLDER}/`)) continue;
    if (lstatSync(path, { throwIfNoEntry: false })?.size === sizeBytes) continue;
    rmSync(path, { recursive: true, force: true });
    lost.push(name);
  }
  return lost;
}

/** The unpacked files as a tar. */
export const tarOfUnpacked = (): Program => startProgram(BSDTAR, [...TAR_ARGS, '-C', FOLDER, '.']);

/** @returns the size of each file by name, the number of further files with the same names, and the names of links */
async function checkList(
  path: string,
  type: string,
  limits: ArchiveLimits,
): Promise<{ sizes: Map<string, number>; duplicates: number; links: string[] }> {
  const planner = new ArchivePlanner(limits, statSync(path).size);
  const sizes = new Map<string, number>();
  const links: string[] = [];
  let duplicates = 0;
  const lister = startProgram(SEVEN_ZIP, ['l', '-slt', '-ba', '-sns-', `-t${type}`, '-y', path]);
  let entry: Record<string, string> = {};
  const add = (): void => {
    const { Path: name, Folder, Size, Encrypted } = entry;
    if (name === undefined) return;
    if (Encrypted === '+') throw new Refused('encrypted');
    const kind = Folder === '+' ? 'folder' : isLink(entry) ? 'other' : 'file';
    const sizeBytes = Number(Size) || 0;
    planner.add({ name: Buffer.from(name), kind, sizeBytes });
    if (kind === 'other') links.push(name);
    if (kind === 'file') {
      if (sizes.has(name)) duplicates += 1;
      sizes.set(name, sizeBytes);
    }
    entry = {};
  };
  try {
    for await (const line of createInterface({ input: lister.stdout })) {
      const [, key = '', value = ''] = /^(\w+(?: \w+)?) = (.*)$/.exec(line) ?? [];
      if (key === 'Path') add();
      if (key !== '') entry[key] = value;
    }
    add();
  } finally {
    lister.kill();
  }
  // If 7z cannot list the archive, the number of files shows it.
  return { sizes, duplicates, links };
}

/** Also devices and pipes, by the first letter of the mode. RARs are unpacked by unar, which skips links by itself. */
const isLink = (entry: Readonly<Record<string, string>>): boolean =>
  (entry['Symbolic Link'] ?? '') !== '' || /^[lbcps]/.test(entry.Mode ?? '');

const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    .length;
