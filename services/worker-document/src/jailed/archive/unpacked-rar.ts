import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rarType } from './checksums.js';
import { type ArchiveLimits, Judge } from './judge.js';
import { BSDTAR, type Program, refusalOf, SEVEN_ZIP, start, UNAR } from './programs.js';
import { Refused } from './refused.js';

/** Where unar unpacks. */
const FOLDER = '/job/out/unpacked';
/** Into that folder and no other, archives inside stay closed, of two of one name the last one stays. */
const UNAR_ARGS = ['-output-directory', FOLDER, '-no-directory', '-no-recursion', '-force-overwrite'];
/** Whole seconds, as these archives have them, and nothing of who unpacked it. */
const TAR_ARGS = ['-cf', '-', '--format=gnutar', '--uid=0', '--gid=0', '--uname=', '--gname='];

/**
 * Unpacks a RAR that bsdtar does not read: solid ones before RAR 5, those of RAR 2, those with hard links. What 7z lists is
 * judged first, and what unar then wrote must be as many files.
 *
 * @param salvage - be content with what unar could unpack
 * @throws {Refused} for what the list says, and if unar complains
 */
export async function unpackRar(path: string, limits: ArchiveLimits, salvage: boolean): Promise<UnpackedRar> {
  const { sizes, duplicates } = await judgeList(path, limits);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await start(UNAR, [...UNAR_ARGS, '-forks', 'skip', '-quiet', path], { stdout: 'ignore' }).ended.catch(
    (error: unknown) => {
      if (!salvage) throw refusalOf(error);
    },
  );
  if (!salvage && countFiles(FOLDER) !== sizes.size)
    throw new Refused('corrupt', 'it holds something else than it lists');
  // It gives files the permissions that the archive has of them, and they must be read.
  await start('/usr/bin/chmod', ['-R', 'u+rwX', FOLDER]).ended;
  return { duplicates, lost: salvage ? removeBroken(sizes) : [] };
}

/** What stands in the list and not among the files. */
export interface UnpackedRar {
  /** Files that another one of the same name has replaced. */
  readonly duplicates: number;
  /** Names of files that unar could not unpack to their end. */
  readonly lost: readonly string[];
}

/** unar leaves the beginning of what it cannot read. */
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

/** What was unpacked, as a tar. */
export const tarOfUnpacked = (): Program => start(BSDTAR, [...TAR_ARGS, '-C', FOLDER, '.']);

/** @returns the size of each file by its name, and how many more there are of the same names */
async function judgeList(
  path: string,
  limits: ArchiveLimits,
): Promise<{ sizes: Map<string, number>; duplicates: number }> {
  const judge = new Judge(limits, statSync(path).size);
  const sizes = new Map<string, number>();
  let duplicates = 0;
  const lister = start(SEVEN_ZIP, ['l', '-slt', '-ba', `-t${rarType(path)}`, '-y', path]);
  let entry: Record<string, string> = {};
  const add = (): void => {
    const { Path: name, Folder, Size, Encrypted } = entry;
    if (name === undefined) return;
    if (Encrypted === '+') throw new Refused('encrypted');
    const kind = Folder === '+' ? 'folder' : 'file';
    const sizeBytes = Number(Size) || 0;
    judge.add({ name: Buffer.from(name), kind, sizeBytes });
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
  // What 7z cannot list well enough is seen by the number of files.
  return { sizes, duplicates };
}

const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    .length;
