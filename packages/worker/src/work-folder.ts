import { existsSync } from 'node:fs';
import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.js';

/**
 * Makes the folder of this process and removes those of processes that are gone. What another live process of the same
 * worker keeps is left alone; a process id that came back keeps its leftovers until it ends in turn.
 *
 * @param name - of the worker
 */
export async function prepareWorkFolder(parent: string, name: string): Promise<string> {
  const own = `${name}-${process.pid}`;
  await mkdir(parent, { recursive: true });
  for (const entry of await readdir(parent)) {
    const [, pid] = new RegExp(`^${name}-(\\d+)$`).exec(entry) ?? [];
    if (pid === undefined || (entry !== own && existsSync(`/proc/${pid}`))) continue;
    await removeFolder(join(parent, entry));
  }
  const folder = join(parent, own);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** @throws {Error} while the disk of a folder is fuller than `maxUsedPercent` */
export async function checkDisk(folder: string, maxUsedPercent: number): Promise<void> {
  const { blocks, bavail, bfree } = await statfs(folder);
  const used = blocks - bfree;
  const usedPercent = (100 * used) / Math.max(1, used + bavail); // as df(1) counts
  if (usedPercent >= maxUsedPercent)
    throw new Error(`the disk of ${folder} is ${Math.round(usedPercent)} % full`);
}
