import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists } from './jail/process-tree.js';
import { removeFolder } from './jail/remove-folder.js';

/**
 * Creates the folder of this process and removes those of dead processes. Folders of other live processes of the same
 * worker are kept. The name of a folder holds the process id and its start time: ids are reused, in a container after
 * each restart.
 *
 * @param name - of the worker
 */
export async function prepareWorkFolder(parent: string, name: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const entry of await readdir(parent)) {
    // Without a start time: from an older release that used only the process id.
    const [, pid, startedAt] = new RegExp(`^${name}-(\\d+)(?:-(\\d+))?$`).exec(entry) ?? [];
    if (pid === undefined || (startedAt !== undefined && startedAt === startOf(pid))) continue;
    await removeFolder(join(parent, entry));
  }
  const folder = join(parent, `${name}-${process.pid}-${startOf('self')}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/**
 * When a process started, in clock ticks since the machine's boot: field 22 of `/proc/<pid>/stat`, see proc_pid_stat(5).
 *
 * @returns undefined for one that is gone
 */
function startOf(pid: string): string | undefined {
  const stat = readIfExists(`/proc/${pid}/stat`);
  // The second field, the program's name in brackets, may hold spaces and brackets itself.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3];
}

/** @throws {Error} while the disk of a folder is fuller than `maxUsedPercent` */
export async function checkDisk(folder: string, maxUsedPercent: number): Promise<void> {
  const { blocks, bavail, bfree } = await statfs(folder);
  const used = blocks - bfree;
  const usedPercent = (100 * used) / Math.max(1, used + bavail); // as df(1) counts
  if (usedPercent >= maxUsedPercent)
    throw new Error(`the disk of ${folder} is ${Math.round(usedPercent)} % full`);
}
