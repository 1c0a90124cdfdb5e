import type { Dirent } from 'node:fs';
import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { types } from 'node:util';
import { AppError } from '@filemill/errors';
import type { StoredObject } from './object-store.js';

/** The system's code of a failed file operation, such as `ENOENT`. */
export const systemCode = (error: unknown): string | undefined =>
  types.isNativeError(error) ? (error as NodeJS.ErrnoException).code : undefined;

/** Nothing of that name, or a file where a folder was expected. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '');

/** UNAVAILABLE for a full disk, a missing permission or a broken device; errors without a system code are unchanged. */
export const toStoreError = (error: unknown): unknown =>
  error instanceof AppError || systemCode(error) === undefined
    ? error
    : new AppError('UNAVAILABLE', {}, { cause: error });

/** Prefix of unfinished uploads. They are in the folder of the final object; no key can have such a name. */
export const PARTIAL_PREFIX = '.upload-';

const isPartial = (name: string): boolean => name.startsWith(PARTIAL_PREFIX);
const folderOf = (prefix: string): string => prefix.slice(0, prefix.lastIndexOf('/') + 1);

/** Entries in the order of the keys below them: a folder sorts by its name with the slash. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const name = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (name(a) < name(b) ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Objects below `root` whose key begins with `prefix`, in key order; what is erased meanwhile is left out. */
export async function* walk(
  root: string,
  prefix: string,
  base = folderOf(prefix),
): AsyncIterable<StoredObject> {
  for (const entry of await entriesOf(join(root, base))) {
    const key = base + entry.name;
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix)) yield* walk(root, prefix, `${key}/`);
    } else if (!isPartial(entry.name) && key.startsWith(prefix)) {
      const sizeBytes = await sizeOf(join(root, key));
      if (sizeBytes !== undefined) yield { key, sizeBytes };
    }
  }
}

/** Names of the folders at the top, those with nothing but unfinished uploads included. */
export async function topFolders(root: string): Promise<string[]> {
  const folders = (await entriesOf(root)).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/**
 * Erases below `prefix` unfinished uploads, and objects too unless `partialsOnly`; then removes empty folders.
 *
 * @returns objects erased
 */
export async function erase(
  root: string,
  prefix: string,
  partialsOnly: boolean,
  base = folderOf(prefix),
): Promise<number> {
  let erased = 0;
  for (const entry of await entriesOf(join(root, base))) {
    const key = base + entry.name;
    const partial = isPartial(entry.name);
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix)) erased += await erase(root, prefix, partialsOnly, `${key}/`);
    } else if (partial ? partialBelongs(key, prefix) : !partialsOnly && key.startsWith(prefix)) {
      if ((await remove(join(root, key))) && !partial) erased++;
    }
  }
  await removeEmptyFolders(root, join(root, base));
  return erased;
}

/** A partial is named `.upload-<id>-<name of the object>`, so that a prefix within a segment finds it. */
const partialBelongs = (key: string, prefix: string): boolean => {
  const at = key.lastIndexOf('/') + 1;
  const name = key.slice(at + PARTIAL_PREFIX.length);
  return (key.slice(0, at) + name.slice(name.indexOf('-') + 1)).startsWith(prefix);
};

/** Erases a file. @returns whether it was there */
export async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Erases the files of some keys, and the folders that this leaves empty. */
export async function removeAll(root: string, keys: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const key of keys) {
    const path = join(root, key);
    if (await remove(path)) folders.add(dirname(path));
  }
  for (const folder of folders) await removeEmptyFolders(root, folder);
}

/** Removes a folder and its parents below `root` as long as they are empty. */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at.length > root.length && at.startsWith(root); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch (error) {
      if (systemCode(error) === 'ENOTEMPTY') return;
      if (!isMissing(error)) throw error;
    }
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
