import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rarType } from './checksums.js';
import { type ArchiveLimits, ArchivePlanner } from './planner.js';
import { BSDTAR, type Program, refusalOf, SEVEN_ZIP, startProgram, UNAR } from './programs.js';
import { Refused } from './refused.js';

/** unar unpacks into this folder. */
const FOLDER = '/job/out/unpacked';
/** Into exactly that folder, without unpacking inner archives; of two files with one name the last one stays. */
const UNAR_ARGS = ['-output-directory', FOLDER, '-no-directory', '-no-recursion', '-force-overwrite'];
/** Whole seconds, which these archives store, and no owner of the unpacked files. */
const TAR_ARGS = ['-cf', '-', '--format=gnutar', '--uid=0', '--gid=0', '--uname=', '--gname='];

/**
 * Unpacks a RAR that bsdtar cannot read: solid ones before RAR 5, those of RAR 2, those with hard links. 7z's list is
 * checked first, and the number of files that unar then writes must match.
 *
 * @param salvage - accept what unar could unpack
 * @throws {Refused} for the list, or if unar reports an error
 */
export async function unpackRar(path: string, limits: ArchiveLimits, salvage: boolean): Promise<UnpackedRar> {
  const { sizes, duplicates } = await checkList(path, limits);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await startProgram(UNAR, [...UNAR_ARGS, '-forks', 'skip', '-quiet', path], {
    stdout: 'ignore',
  }).ended.catch((error: unknown) => {
    if (!salvage) throw refusalOf(error);
  });
  if (!salvage && countFiles(FOLDER) !== sizes.size)
    throw new Refused('corrupt', 'its content differs from its list');
  // unar applies the permissions of the archive, but the files must be readable.
  await startProgram('/usr/bin/chmod', ['-R', 'u+rwX', FOLDER]).ended;
  return { duplicates, lost: salvage ? removeBroken(sizes) : [] };
}

/** Listed entries without a file. */
export interface UnpackedRar {
  /** Files that another one with the same name has replaced. */
  readonly duplicates: number;
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

/** @returns the size of each file by name, and the number of further files with the same names */
async function checkList(
  path: string,
  limits: ArchiveLimits,
): Promise<{ sizes: Map<string, number>; duplicates: number }> {
  const planner = new ArchivePlanner(limits, statSync(path).size);
  const sizes = new Map<string, number>();
  let duplicates = 0;
  const lister = startProgram(SEVEN_ZIP, ['l', '-slt', '-ba', `-t${rarType(path)}`, '-y', path]);
  let entry: Record<string, string> = {};
  const add = (): void => {
    const { Path: name, Folder, Size, Encrypted } = entry;
    if (name === undefined) return;
    if (Encrypted === '+') throw new Refused('encrypted');
    const kind = Folder === '+' ? 'folder' : 'file';
    const sizeBytes = Number(Size) || 0;
    planner.add({ name: Buffer.from(name), kind, sizeBytes });
    if (kind === 'file') {
      if (sizes.has(name)) duplicates += 1;
      sizes.set(name, sizeBytes);
    }
    entry = {};
  };
  try {
    for await (const line of createInterface({ input: lister.stdout })) {
      const [, key = '', value = ''] = /^(\w+) = (.*)$/.exec(line) ?? [];
      if (key === 'Path') add();
      if (key !== '') entry[key] = value;
    }
    add();
  } finally {
    lister.kill();
  }
  // If 7z cannot list the archive, the number of files shows it.
  return { sizes, duplicates };
}

const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    .length;
