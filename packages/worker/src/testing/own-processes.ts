import { processTree, readIfThere } from '../jail/process-tree.js';

/** Processes of this test run by the name that the kernel knows; those of other runs on the machine are let be. */
export const ownProcesses = (program: string): number[] =>
  processTree(process.pid).filter((pid) => readIfThere(`/proc/${pid}/comm`)?.trim() === program);
