import { writeFileSync } from 'node:fs';

/**
 * Engines have a lower priority than the services, which must answer within milliseconds while engines use every core:
 * nice(1). A process with the nice value 5 gets a third of the time of one with 0: enough to keep
 * within its time limits while other processes are busy as well.
 */
export const NICE_VALUE = '5';

/** bubblewrap, the first process of the jail, and the program: the last is in the jail's own session. */
const PROCESSES_OF_A_JAIL = 3;

/**
 * Lowers the whole session of a jail. Where the kernel groups processes by session (a machine without cgroups for
 * processor time), a nice value counts only inside the session, and the session has one of its own.
 *
 * @param processes - of one jail, in the order in which they were started
 * @returns whether there is nothing left to do: false before the program runs, and while the kernel is busy
 * @see sched(7) on autogrouping; the kernel's proc_sched_autogroup_set_nice() takes one change in 100 ms
 */
export function lowerSessionPriority(processes: readonly number[]): boolean {
  const program = processes.at(-1);
  if (program === undefined || processes.length < PROCESSES_OF_A_JAIL) return false;
  try {
    writeFileSync(`/proc/${program}/autogroup`, NICE_VALUE);
    return true;
  } catch (error) {
    // A kernel without such groups has no file; one that forbids the change will not allow it later either.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}
