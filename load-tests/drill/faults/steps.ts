import { statSync } from 'node:fs';
import type { WorkerName } from '@filemill/local-stack';
import type { Process } from '../../shared/processes.ts';
import type { Load } from '../load/load.ts';
import { busyBelow } from '../rig/process-tree.ts';
import type { Rig } from '../rig/rig.ts';

/** How a process at work on one job is recognised. */
export interface EngineJob {
  readonly program: string;
  /** Name of the input in the jail. */
  readonly input: string;
  readonly sizeBytes: number;
}

/** @returns a process at work on an input of so many bytes, undefined if there is none within seconds */
export async function engineAtWork(
  rig: Rig,
  worker: WorkerName,
  { program, input, sizeBytes }: EngineJob,
): Promise<Process | undefined> {
  const hasIt = ({ pid }: Process): boolean =>
    statSync(`/proc/${pid}/root/job/in/${input}`, { throwIfNoEntry: false })?.size === sizeBytes;
  for (let tries = 0; tries < 200; tries++) {
    const one = (await busyBelow(rig.pidOf(worker), program)).find(hasIt);
    if (one) return one;
  }
  return undefined;
}

/** How many of a load's completed conversions counted more than one try. */
export async function triedAgain(rig: Rig, load: Load): Promise<number> {
  const ids = new Set(load.accepted.map(({ id }) => id));
  const rows = await rig.sql("SELECT id FROM usage.conversions WHERE status = 'completed' AND tries > 1");
  return rows.filter(([id = '']) => ids.has(id)).length;
}
