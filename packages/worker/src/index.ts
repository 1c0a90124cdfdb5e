export { differencesOf } from './conversion/checks.js';
export type { Damage, Engine, EngineContext, EngineFactory, Step, StepResult } from './engine.js';
export type { ForkServer } from './fork/fork-server.js';
export { ForkServerPool } from './fork/fork-server-pool.js';
export { JobFolder } from './fork/job-folder.js';
export { createJail, type Jail, type JailOptions, type LimitReached } from './jail/jail.js';
export { LineReader } from './jail/line-reader.js';
export { JAILED_NODE, JAILED_NODE_FLAGS, type JailedScript, nodeFiles } from './jail/node-files.js';
export { findProgram } from './jail/programs.js';
export { jobMemory } from './job-memory.js';
export {
  IMAGE_STRUCTURE,
  MAX_PAGE_PIXELS,
  needsTooMuchMemory,
  type ResourceLimits,
  resourceLimits,
} from './limits.js';
export type {
  JailedProcess,
  JailRequest,
  Limits,
  RunRequest,
  RunResult,
  SpawnRequest,
  Standby,
} from './sandbox.js';
export { startWorker, type WorkerOptions } from './start-worker.js';
