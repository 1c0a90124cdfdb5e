import { processTree, readIfExists } from '../jail/process-tree.js';

/** Processes of this test run with a kernel process name; ignores those of other runs on the machine. */
export const childProcessesOf = (program: string): number[] =>
  processTree(process.pid).filter((pid) => readIfExists(`/proc/${pid}/comm`)?.trim() === program);
