import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../shared/client.ts';
import { seconds } from '../shared/measure.ts';
import { aProUser } from '../shared/people.ts';
import type { AttackedLane } from './hostile-files.ts';
import { convert, type RunningStack } from './service.ts';

/** A gateway caches for 4 s that a caller is not Pro yet. */
const REMEMBERED_MS = 5_000;
/** Conversions of one account, below what a plan allows in a month. */
const PER_ACCOUNT = 400;

/** An ordinary file and its output format. */
export interface Job {
  readonly path: string;
  readonly to: string;
}

/** The ordinary files, by lane. */
export type Jobs = Readonly<Record<AttackedLane, Job>>;

/** What became of the ordinary work. */
export interface Counted {
  jobs: number;
  failed: number;
  /** Longest wait for a worker, in seconds. */
  longestWait: number;
}

/** Ordinary work of Pro accounts, each kind in a loop of its own, until `stop` is called. */
export function ordinaryWork(stack: RunningStack, jobs: Jobs): { stop(): Promise<Counted> } {
  let isOver = false;
  const counted: Counted = { jobs: 0, failed: 0, longestWait: 0 };
  const client = new Client(stack.url);
  const loop = async ({ path, to }: Job): Promise<void> => {
    let token: string | undefined;
    for (let done = 0; !isOver; done++) {
      if (done % PER_ACCOUNT === 0) {
        ({ token } = await aProUser(stack, client));
        await sleep(REMEMBERED_MS);
      }
      counted.jobs++;
      // Whatever the reason is, it counts as failed, and the report shows the number.
      const wait = await waitOf(() => convert(stack.url, path, to, { token })).catch(() => undefined);
      if (wait === undefined) counted.failed++;
      else counted.longestWait = Math.max(counted.longestWait, wait);
    }
  };
  const loops = Promise.all(Object.values(jobs).map(loop));
  return {
    async stop() {
      isOver = true;
      await loops;
      return counted;
    },
  };
}

/** Seconds of a conversion outside the worker: transfer in both directions, and waiting. */
export async function waitOf(converting: () => Promise<number>): Promise<number> {
  let worked = 0;
  const took = await seconds(async () => {
    worked = await converting();
  });
  return took - worked;
}
