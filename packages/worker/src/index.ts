export { differencesOf } from './conversion/checks.js';
export {
  type Damage,
  type Engine,
  type EngineContext,
  type EngineFactory,
  type Softening,
  type Step,
  type StepResult,
  softeningOf,
} from './engines/engine.js';
export { ONE_SPARE, StandbyPool } from './engines/standby-pool.js';
export { ForkServerPool } from './fork/fork-server-pool.js';
export { JailedServer } from './fork/jailed-server.js';
export { JobFolder } from './fork/job-folder.js';
export { createJail } from './jail/jail.js';
export { LineReader } from './jail/line-reader.js';
export {
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  type JailedScript,
  nodeFiles,
  waitingScript,
} from './jail/node-files.js';
export { findProgram } from './jail/programs.js';
export type { JailedProcess, Limits, RunRequest, RunResult, Standby } from './jail/sandbox.js';
export { needsTooMuchMemory } from './jail/sandbox.js';
export { jobMemory } from './limits/job-memory.js';
export { IMAGE_STRUCTURE, MAX_PAGE_PIXELS, resourceLimits } from './limits/limits.js';
export { startWorker } from './start-worker.js';
