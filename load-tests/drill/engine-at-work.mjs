import { statSync } from 'node:fs';
import { busyBelow } from './process-tree.mjs';

/** @returns a process at work on an input of so many bytes, undefined if there is none within seconds */
export async function engineAtWork(rig, worker, { program, input, sizeBytes }) {
  const hasIt = ({ pid }) =>
    statSync(`/proc/${pid}/root/job/in/${input}`, { throwIfNoEntry: false })?.size === sizeBytes;
  for (let tries = 0; tries < 200; tries++) {
    const one = (await busyBelow(rig.child(worker).pid, program)).find(hasIt);
    if (one) return one;
  }
  return undefined;
}
