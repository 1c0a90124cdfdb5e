import { readdirSync, readFileSync } from 'node:fs';

/** @throws {Error} on a kernel that does not list the children of a process (CONFIG_PROC_CHILDREN) */
export function checkProcessLists(): void {
  if (readIfExists(`/proc/self/task/${process.pid}/children`) !== undefined) return;
  throw new Error(
    'This kernel does not tell the children of a process, so no job could be held to its memory',
  );
}

/** A process and its current descendants. */
export function processTree(root: number): number[] {
  const tree = [root];
  for (const pid of tree) tree.push(...childrenOf(pid));
  return tree;
}

/** The children of a process, whichever of its threads started them. */
export function childrenOf(pid: number): number[] {
  const threads = listIfThere(`/proc/${pid}/task`);
  const lists = threads.map((thread) => readIfExists(`/proc/${pid}/task/${thread}/children`) ?? '');
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/**
 * Memory of a process that the kernel cannot reclaim: anonymous and shared pages. Pages of program files are not
 * counted: every process of a fork server would count the same ones again.
 */
export function residentBytes(pid: number): number {
  const status = readIfExists(`/proc/${pid}/status`) ?? '';
  const kilobytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** Undefined once the process is gone, which can be at any moment. */
export const readIfExists = (path: string): string | undefined =>
  unlessGone(() => readFileSync(path, 'utf8'));
const listIfThere = (path: string): string[] => unlessGone(() => readdirSync(path)) ?? [];

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
