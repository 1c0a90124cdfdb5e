import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { registry } from '@filemill/formats';
import type { Package } from './gather.ts';
import { FOLDERS } from './sources.ts';

const MAX_PER_FORMAT = 60;
const MAX_SIZE_BYTES = 20 * 2 ** 20;

/** A file before it is known whether it is chosen. */
interface Candidate {
  readonly path: string;
  readonly name: string;
  /** Its package, or `machine`. */
  readonly source: string;
  readonly licence: string | undefined;
  /** Format by its name. */
  readonly promised: string;
  readonly order: string;
}

/** A file that is tried. */
export interface ChosenFile extends Omit<Candidate, 'order'> {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Paths of a folder's regular files, without following links and without what may not be read. */
function* filesOf(folder: string): Generator<string> {
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'ENOENT')) throw error;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** The format of a file name: by its last two extensions, then by its last. */
function promisedBy(path: string): string | undefined {
  const twice = /\.([^./]+\.[^./]+)$/.exec(path)?.[1];
  const format =
    (twice === undefined ? undefined : registry.formatOfExtension(twice)) ??
    registry.formatOfExtension(extname(path).slice(1));
  return format?.id;
}

/** The content of a file to convert; undefined if it is empty, too large or not readable by this user. */
function contentOf(path: string): Buffer | undefined {
  try {
    const { size } = statSync(path);
    return size > 0 && size <= MAX_SIZE_BYTES ? readFileSync(path) : undefined;
  } catch (error) {
    if (hasCode(error, 'EACCES')) return undefined;
    throw error;
  }
}

/**
 * At most 60 files of each format by file name, in the order of their names' hashes: the same on every run.
 * Copies and files above 20 MB are left out.
 */
export function choose(packages: readonly Package[]): ChosenFile[] {
  const candidates = new Map<string, Candidate[]>();
  const add = (path: string, source: string, name: string, licence?: string): void => {
    const promised = promisedBy(path);
    if (promised === undefined) return;
    const all = candidates.get(promised) ?? [];
    all.push({ path, name, source, licence, promised, order: sha256(`${source}/${name}`) });
    candidates.set(promised, all);
  };
  for (const { kind, name, folder, licence } of packages) {
    for (const path of filesOf(folder)) add(path, `${kind}:${name}`, path.slice(folder.length + 1), licence);
  }
  for (const folder of FOLDERS) for (const path of filesOf(folder)) add(path, 'machine', path.slice(1));

  const seen = new Set<string>();
  const chosen: ChosenFile[] = [];
  for (const [, files] of [...candidates].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    let count = 0;
    for (const { order, ...file } of files.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
      if (count === MAX_PER_FORMAT) break;
      const content = contentOf(file.path);
      if (!content) continue;
      const hash = sha256(content);
      if (seen.has(hash)) continue;
      seen.add(hash);
      chosen.push({ ...file, sha256: hash, sizeBytes: content.length });
      count++;
    }
  }
  return chosen;
}
