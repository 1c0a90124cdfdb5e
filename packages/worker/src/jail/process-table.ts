import { readdirSync, readFileSync } from 'node:fs';

/** Parent of every process of the machine, read in one pass over /proc. */
export type ProcessTable = ReadonlyMap<number, readonly number[]>;

/** Children by parent. Costs about 10 µs a process, so one reading serves all jails of a worker. */
export function readProcessTable(): ProcessTable {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readIfThere(`/proc/${pid}/stat`);
    if (stat === undefined) continue;
    // proc(5): "pid (comm) state ppid …", where comm may itself hold brackets and blanks.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 2)[1]);
    const siblings = children.get(parent);
    if (siblings) siblings.push(pid);
    else children.set(parent, [pid]);
  }
  return children;
}

/** A process and all that descend from it. */
export function processTree(root: number, table: ProcessTable): number[] {
  const tree = [root];
  for (const pid of tree) tree.push(...(table.get(pid) ?? []));
  return tree;
}

/**
 * Memory of a process that no other use of the machine can take back: anonymous and shared pages. Pages of program
 * files are not counted: every process of a fork server would count the same ones again.
 */
export function residentBytes(pid: number): number {
  const status = readIfThere(`/proc/${pid}/status`) ?? '';
  const kilobytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** Undefined once the process is gone, which can be at any moment. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
