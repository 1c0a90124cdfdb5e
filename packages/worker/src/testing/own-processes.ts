import { processTree, readIfThere } from '../jail/process-tree.js';

/** Processes of this test run with a kernel process name; ignores those of other runs on the machine. */
export const ownProcesses = (program: string): number[] =>
  processTree(process.pid).filter((pid) => readIfThere(`/proc/${pid}/comm`)?.trim() === program);
