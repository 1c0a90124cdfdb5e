export type { Engine, EngineContext, EngineFactory, Loss, Step, StepResult } from './engine.js';
export type { JailedProcess, JailRequest, Limits, RunRequest, RunResult, SpawnRequest } from './sandbox.js';
