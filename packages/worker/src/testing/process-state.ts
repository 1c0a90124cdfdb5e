import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { processTree, readIfExists } from '../jail/process-tree.js';

/**
 * The targets of all writable descriptors of a process, except its three streams. Two processes have the same entry in
 * their lists only if both have the same object open. Descriptors that are closed meanwhile are left out.
 */
export function openForWriting(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .filter((number) => Number(number) > 2)
    .flatMap((number) => {
      try {
        return writableTarget(pid, number);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(`/proc/${pid}/fd`)) return [];
        throw error;
      }
    });
}

function writableTarget(pid: number, number: string): string[] {
  const link = readlinkSync(`/proc/${pid}/fd/${number}`);
  const info = readFileSync(`/proc/${pid}/fdinfo/${number}`, 'utf8');
  const flags = Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] as string, 8);
  if (link === '/dev/null' || (link.startsWith('/') && (flags & 3) === 0)) return [];
  const { dev, ino } = statSync(`/proc/${pid}/fd/${number}`);
  // All anonymous objects share one inode; only their fdinfo distinguishes them.
  if (link.startsWith('anon_inode:')) return [`${link} ${info.replaceAll(/\s+/g, ' ')}`];
  return [`${link.startsWith('/') ? 'file' : 'pipe'} ${dev}:${ino}`];
}

/** How many filters of system calls a process is under: a forked child has one more than its server once it is confined. */
export const countSeccompFilters = (pid: number): number =>
  Number(/^Seccomp_filters:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Processes of this test run with a kernel process name; ignores those of other runs on the machine. */
export const childProcessesOf = (program: string): number[] =>
  processTree(process.pid).filter((pid) => readIfExists(`/proc/${pid}/comm`)?.trim() === program);
