import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { registry } from '@filemill/formats';
import { FOLDERS } from './sources.mjs';

const MAX_PER_FORMAT = 60;
const MAX_SIZE_BYTES = 20 * 2 ** 20;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Paths of a folder's regular files, without following links and without what may not be read. */
function* filesOf(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!['EACCES', 'ENOENT'].includes(error.code)) throw error;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

/** The format of a file name: by its last two extensions, then by its last. */
export function promisedBy(path) {
  const twice = /\.([^./]+\.[^./]+)$/.exec(path)?.[1];
  const format =
    (twice && registry.formatOfExtension(twice)) ?? registry.formatOfExtension(extname(path).slice(1));
  return format?.id;
}

/** The content of a file to convert; undefined if it is empty, too large or not readable by this user. */
function contentOf(path) {
  try {
    const { size } = statSync(path);
    return size > 0 && size <= MAX_SIZE_BYTES ? readFileSync(path) : undefined;
  } catch (error) {
    if (error.code === 'EACCES') return undefined;
    throw error;
  }
}

/**
 * At most 60 files of each format by file name, in the order of their names' hashes: the same on every run.
 * Copies and files above 20 MB are left out.
 *
 * @param {readonly { kind: string, name: string, folder: string, licence: string }[]} packages
 * @returns {{ path: string, name: string, source: string, licence?: string, promised: string, sha256: string, sizeBytes: number }[]}
 */
export function choose(packages) {
  const candidates = new Map();
  const add = (path, source, name, licence) => {
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

  const seen = new Set();
  const chosen = [];
  for (const [, files] of [...candidates].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    let count = 0;
    for (const { order, ...file } of files.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
      if (count === MAX_PER_FORMAT) break;
      const content = contentOf(file.path);
      const hash = content && sha256(content);
      if (!hash || seen.has(hash)) continue;
      seen.add(hash);
      chosen.push({ ...file, sha256: hash, sizeBytes: content.length });
      count++;
    }
  }
  return chosen;
}
