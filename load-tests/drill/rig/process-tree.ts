import { setTimeout as sleep } from 'node:timers/promises';
import { allProcesses, type Process, processOf, readProc } from '../../shared/processes.ts';

/** All descendants of a process, without itself. */
export function descendantsOf(root: number): Process[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found = [...(children.get(root) ?? [])];
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The busy descendants of a process: those that have just used processor time. */
export async function busyBelow(root: number, program: string): Promise<Process[]> {
  const before = new Map(descendantsOf(root).map(({ pid, ticks }) => [pid, ticks]));
  await sleep(60);
  return descendantsOf(root).filter(
    ({ pid, ticks }) => ticks > (before.get(pid) ?? 0) + 1 && commandOf(pid)[0]?.endsWith(program),
  );
}

/** Whether the same process still runs: its pid may have been reused. */
export const isAlive = ({ pid, startedAt }: Process): boolean => processOf(pid)?.startedAt === startedAt;

/** The command line of a process, empty if it has ended. */
const commandOf = (pid: number): string[] =>
  (readProc(`/proc/${pid}/cmdline`) ?? '').split('\0').filter(Boolean);

/**
 * Processes whose command names a folder but that no living process of `roots` has started.
 *
 * @param roots - process ids
 */
export function straysOf(folder: string, roots: readonly number[]): Process[] {
  const processes = allProcesses();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (roots.includes(at)) return true;
    return false;
  };
  return processes.filter(({ pid }) => !belongs(pid) && commandOf(pid).some((word) => word.includes(folder)));
}
