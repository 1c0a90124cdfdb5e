import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { lowerSessionPriority } from './priority.js';
import { checkProcessLists, childrenOf, processTree, residentBytes } from './process-tree.js';

/** The limits watched for one jailed process, and the callback when one is passed. */
interface WatchedJob {
  readonly pid: number;
  readonly outFolder: string;
  readonly memoryBytes: number;
  /** Size of its own /tmp, which identifies that mount. */
  readonly tmpBytes: number;
  /** All files of the out folder together. */
  readonly outBytes: number;
  /** False while it is on standby without an uploaded file. */
  isWorking(): boolean;
  readonly onExcess: (what: 'memory' | 'output') => void;
}

const INTERVAL_MS = 100;
/** A process on standby is checked once in this many rounds: a check costs as much as a hundred file reads. */
const STANDBY_ROUNDS = 10;
/** Unit of `st_blocks`: stat(2). */
const BLOCK_BYTES = 512;
/** Files and folders that one process may leave in its out folder: docs/security.md, the limit for archive entries. */
const MAX_ENTRIES = 10_100;

/**
 * Files and folders in a job's own /tmp: each takes about a kilobyte of the kernel's memory, which the size of a tmpfs does
 * not count. Four times the entries of the largest book, which calibre unpacks there.
 */
const MAX_TMP_ENTRIES = 40_000;
/** What statfs(2) calls a tmpfs. */
const TMPFS_MAGIC = 0x01021994;

/**
 * Ends jobs that take too much memory or disk. The kernel's resource limits count per process and per file; this counts
 * the whole job, without cgroups, which plain users and restricted pods do not have.
 */
export class Watchdog {
  private readonly watched = new Set<WatchedJob>();
  /** Jobs whose session already has a lower priority, as far as this kernel allows it. */
  private readonly lowered = new WeakSet<WatchedJob>();
  private timer: NodeJS.Timeout | undefined;
  private rounds = 0;

  /**
   * @param onCheckFailed - called when a check fails because this process lacks a resource such as file descriptors; the next
   *   check follows soon, and until then the kernel's limits of each process apply
   */
  constructor(private readonly onCheckFailed: (error: unknown) => void) {
    checkProcessLists();
  }

  /** @returns ends the watch */
  watch(job: WatchedJob): () => void {
    this.watched.add(job);
    this.schedule();
    return () => void this.watched.delete(job);
  }

  private schedule(): void {
    if (this.timer || this.watched.size === 0) return;
    this.timer = setTimeout(() => {
      const again = () => {
        this.timer = undefined;
        this.schedule();
      };
      this.checkAll().then(again, (error: unknown) => {
        this.onCheckFailed(error);
        again();
      });
    }, INTERVAL_MS);
    this.timer.unref();
  }

  private async checkAll(): Promise<void> {
    const all = ++this.rounds % STANDBY_ROUNDS === 0;
    const due = [...this.watched].filter((job) => all || job.isWorking());
    for (const job of due) {
      const processes = processTree(job.pid);
      if (!this.lowered.has(job) && lowerSessionPriority(processes)) this.lowered.add(job);
      const bytes = processes.reduce((sum, pid) => sum + residentBytes(pid), 0);
      if (bytes > job.memoryBytes) job.onExcess('memory');
    }
    await Promise.all(
      due.map(async (job) => {
        if (!(await fitsIn(job.outFolder, job.outBytes))) job.onExcess('output');
        if ((await tmpEntries(job)) > MAX_TMP_ENTRIES) job.onExcess('memory');
      }),
    );
  }
}

/**
 * Entries of a job's own /tmp, seen through the first process that bubblewrap starts. 0 if that is not visible, and
 * while it still has the machine's /tmp.
 */
async function tmpEntries({ pid, tmpBytes }: WatchedJob): Promise<number> {
  const inside = childrenOf(pid)[0];
  if (inside === undefined) return 0;
  const seen = await statfs(`/proc/${inside}/root/tmp`).catch(() => undefined);
  const isOwn = seen?.type === TMPFS_MAGIC && seen.blocks === Math.ceil(tmpBytes / seen.bsize);
  return isOwn ? seen.files - seen.ffree : 0;
}

/**
 * Walks a folder that a jailed program may be changing: it follows no links, and stops at the limit. A folder
 * that is closed to us or nested beyond what the kernel takes hides its size, which no engine of ours does.
 */
async function fitsIn(folder: string, limitBytes: number): Promise<boolean> {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const listed = await unlessGone(readdir(at, { withFileTypes: true }));
    if (listed === 'hidden') return false;
    for (const entry of listed ?? []) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const stat = await unlessGone(lstat(path));
      if (stat === 'hidden') return false;
      // Blocks rather than length: a sparse file takes no disk until it is filled.
      bytes += (stat?.blocks ?? 0) * BLOCK_BYTES;
      entries += 1;
      if (bytes > limitBytes || entries > MAX_ENTRIES) return false;
    }
  }
  return true;
}

/** Undefined if the entry vanished after the listing, or never existed. */
async function unlessGone<T>(look: Promise<T>): Promise<T | undefined | 'hidden'> {
  try {
    return await look;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES' || code === 'ENAMETOOLONG') return 'hidden';
    throw error;
  }
}
