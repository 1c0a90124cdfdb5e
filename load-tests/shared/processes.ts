import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc on Linux (proc(5)). */
export const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

/** A process as /proc shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks since boot: with the pid it identifies the process. */
  readonly startedAt: number;
  /** Processor time of the process, in clock ticks. */
  readonly ticks: number;
  /** The same, and that of its children that have ended. */
  readonly familyTicks: number;
  /** Resident memory. */
  readonly rssBytes: number;
}

/** The text of a file below /proc, undefined once the process is gone. */
export function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}

/** @returns undefined once it is gone or a zombie */
export function processOf(pid: number): Process | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  // The fields after the program's name, which may hold blanks.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  if (state === 'Z') return undefined;
  const numbers = fields.map(Number);
  const field = (index: number): number => numbers[index] ?? 0;
  const ticks = field(10) + field(11);
  return {
    ...{ pid, parent: field(0), startedAt: field(18), ticks },
    familyTicks: ticks + field(12) + field(13),
    rssBytes: field(20) * PAGE_BYTES,
  };
}

/** Processor seconds that the whole machine has spent on anything but waiting (proc_stat(5)). */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    (readProc('/proc/stat') ?? '').split('\n', 1)[0]?.split(/ +/).slice(1).map(Number) ?? [];
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

/** All processes of the machine. */
export const allProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);

/** @returns processor seconds of a process and all that it has started, until now, by process id */
export function familySeconds(): (pid: number) => number {
  const processes = allProcesses();
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const ticks = new Map(processes.map(({ pid, familyTicks }) => [pid, familyTicks]));
  const ticksOf = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + ticksOf(child.pid), ticks.get(pid) ?? 0);
  return (pid) => ticksOf(pid) / TICKS_PER_SECOND;
}

/**
 * Reads one metric of a process, from the port on which it reports them.
 *
 * @param pattern - regular expression of its name and labels; without labels it matches any
 * @returns undefined if the process does not report it
 */
export async function metricOf(opsPort: number, pattern: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const value = new RegExp(`^${pattern}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}
