import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined; // the process is gone
    throw error;
  }
};

/**
 * @returns `{ pid, parent, startedAt, ticks }` (clock ticks since boot; processor time), or undefined once it is gone or
 *   a zombie
 */
export function processOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { pid, parent: Number(fields[1]), startedAt: Number(fields[19]), ticks };
}

const all = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => processOf(Number(pid)))
    .filter((process) => process !== undefined);

/** All descendants of a process, without itself. */
export function descendantsOf(root) {
  const children = Map.groupBy(all(), ({ parent }) => parent);
  const found = [...(children.get(root) ?? [])];
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The busy descendants of a process: those that have just used processor time. */
export async function busyBelow(root, program) {
  const before = new Map(descendantsOf(root).map(({ pid, ticks }) => [pid, ticks]));
  await sleep(60);
  return descendantsOf(root).filter(
    ({ pid, ticks }) => ticks > (before.get(pid) ?? 0) + 1 && commandOf(pid)[0]?.endsWith(program),
  );
}

/** Whether the same process still runs: its pid may have been reused. */
export const isAlive = ({ pid, startedAt }) => processOf(pid)?.startedAt === startedAt;

/** The command line of a process, empty if it has ended. */
export const commandOf = (pid) => (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0').filter(Boolean);

/**
 * Processes whose command names a folder but that no living process of `roots` has started.
 *
 * @param {string} folder
 * @param {readonly number[]} roots - process ids
 */
export function straysOf(folder, roots) {
  const processes = all();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const belongs = (pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (roots.includes(at)) return true;
    return false;
  };
  return processes.filter(({ pid }) => !belongs(pid) && commandOf(pid).some((word) => word.includes(folder)));
}
