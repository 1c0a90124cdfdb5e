import { lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveContainer } from '@filemill/formats';
import { rarType } from './checksums.js';
import type { Owner } from './clean-tar.js';
import { nameMsiFiles } from './msi.js';
import { type ArchiveLimits, ArchivePlanner } from './planner.js';
import { BSDTAR, type Program, refusalOf, SEVEN_ZIP, startProgram, UNAR } from './programs.js';
import { Refused } from './refused.js';
import { CABINETS, FILE_SYSTEMS, listBy7z, readersOf } from './seven-zip-list.js';

/** Archives are unpacked into this folder. */
export const UNPACKED_FOLDER = '/job/out/unpacked';
/** Into exactly that folder, without unpacking inner archives; of two files with one name the last one stays. */
const UNAR_ARGS = [
  '-output-directory',
  UNPACKED_FOLDER,
  '-no-directory',
  '-no-recursion',
  '-force-overwrite',
];
/** No owner of the unpacked files. */
const TAR_ARGS = ['-cf', '-', '--uid=0', '--gid=0', '--uname=', '--gname='];

/** Formats that 7z alone reads, and the option that forces its reader. */
const TYPES: Readonly<Partial<Record<ArchiveContainer, string>>> = {
  ar: 'Ar',
  arj: 'Arj',
  chm: 'Chm',
  cramfs: 'CramFS',
  dmg: 'Dmg',
  ext: 'Ext',
  fat: 'FAT',
  msi: 'Compound',
  ntfs: 'NTFS',
  qcow: 'QCOW',
  squashfs: 'SquashFS',
  udf: 'Udf',
  vdi: 'VDI',
  vhd: 'VHD',
  vhdx: 'VHDX',
  vmdk: 'VMDK',
  wim: 'wim',
};
/** What those hold that are no archives themselves: file systems in a disk, a cabinet in an installer. */
const LAYERS: Readonly<Partial<Record<ArchiveContainer, readonly string[]>>> = {
  ...Object.fromEntries(['dmg', 'qcow', 'vdi', 'vhd', 'vhdx', 'vmdk'].map((disk) => [disk, FILE_SYSTEMS])),
  msi: CABINETS,
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
  const outer = TYPES[container];
  const layers = LAYERS[container];
  const type = outer && layers ? await readersOf(path, outer, layers) : outer;
  const planner = new ArchivePlanner(limits, statSync(path).size);
  const list = await listBy7z(path, type ?? rarType(path), planner);
  const { sizes, duplicates, links, owners } = list;
  rmSync(UNPACKED_FOLDER, { recursive: true, force: true });
  mkdirSync(UNPACKED_FOLDER);
  const maySalvage = salvage && !type;
  const unpacking = type ? unpackBy7z(path, type, [...links, ...list.internal]) : unpackByUnar(path);
  await unpacking.ended.catch((error: unknown) => {
    if (!maySalvage) throw refusalOf(error);
  });
  const folders = list.perhapsFolders.filter((name) => isFolder(join(UNPACKED_FOLDER, name)));
  if (!maySalvage && countFiles(UNPACKED_FOLDER) !== sizes.size - folders.length)
    throw new Refused('corrupt', 'its content differs from its list');
  // The program applies the permissions of the archive, but the files must be readable.
  await startProgram('/usr/bin/chmod', ['-R', 'u+rwX', UNPACKED_FOLDER]).ended;
  if (container === 'msi') await nameMsiFiles(path, UNPACKED_FOLDER, limits);
  return { duplicates, links: links.length, owners, lost: maySalvage ? removeBroken(sizes) : [] };
}

const unpackByUnar = (path: string): Program =>
  startProgram(UNAR, [...UNAR_ARGS, '-forks', 'skip', '-quiet', path], { stdout: 'ignore' });

/** @param excluded - links among them: one to another folder would be an error of 7z */
function unpackBy7z(path: string, type: string, excluded: readonly string[]): Program {
  writeFileSync(EXCLUDED, excluded.map((name) => `${name}\n`).join(''));
  const without = excluded.length > 0 ? ['-spd', '-scsUTF-8', `-x@${EXCLUDED}`] : [];
  const args = ['x', `-t${type}`, '-y', '-bd', '-sns-', ...without, `-o${UNPACKED_FOLDER}`, path];
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
  /** By name in the list; on disk all files belong to the jail. */
  readonly owners: ReadonlyMap<string, Owner>;
}

/** unar leaves the beginning of a file that it cannot read. */
function removeBroken(sizes: ReadonlyMap<string, number>): string[] {
  const lost: string[] = [];
  for (const [name, sizeBytes] of sizes) {
    const path = join(UNPACKED_FOLDER, name);
    if (!path.startsWith(`${UNPACKED_FOLDER}/`)) continue;
    if (lstatSync(path, { throwIfNoEntry: false })?.size === sizeBytes) continue;
    rmSync(path, { recursive: true, force: true });
    lost.push(name);
  }
  return lost;
}

/**
 * The unpacked files as a tar. Those of a RAR have whole seconds: unar gives folders that the archive does not list the
 * present time, whose fraction nobody stored.
 */
export const tarOfUnpacked = (container: ArchiveContainer): Program =>
  startProgram(BSDTAR, [
    ...TAR_ARGS,
    `--format=${container === 'rar' ? 'gnutar' : 'pax'}`,
    ...['-C', UNPACKED_FOLDER, '.'],
  ]);

const isFolder = (path: string): boolean =>
  path.startsWith(`${UNPACKED_FOLDER}/`) &&
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    .length;
