import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Processes of the fork server whose folder this is: the server first, its child behind it while a job runs. Other tests,
 * and other checkouts, may have servers of their own on the same machine.
 */
export const officeProcesses = (serverFolder: string): number[] =>
  execFileSync('/usr/bin/pgrep', ['-x', 'office-fork'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => mountsOf(pid).includes(serverFolder));

/** What is mounted for a process; nothing, once it has ended. */
function mountsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch (error) {
    // EINVAL: it has ended, and its parent has not asked how.
    if (['ENOENT', 'ESRCH', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
