import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Processes of the fork server with this folder: the server first, its child after it while a job runs. Other tests and
 * other checkouts may have servers on the same machine.
 */
export const officeProcesses = (serverFolder: string): number[] =>
  execFileSync('/usr/bin/pgrep', ['-x', 'office-fork'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => mountsOf(pid).includes(serverFolder));

/** The mounts of a process; empty after it has ended. */
function mountsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch (error) {
    // EINVAL: it has ended, but its parent has not waited for it.
    if (['ENOENT', 'ESRCH', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
