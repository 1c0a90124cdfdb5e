import { type EngineContext, jobMemory, resourceLimits, type Step } from '@filemill/worker';

/** More threads than a program for one picture starts. */
const PROCESSES = 64;

/** What one process for a picture may use in the jail, at most until the deadline of its step. */
export function stepLimits(engine: Parameters<typeof jobMemory>[0], step: Step, { clock }: EngineContext) {
  const { wallMs = 0, cpuSeconds, outputBytes } = resourceLimits('image', 0);
  return {
    wallMs: Math.min(wallMs, Math.max(1, step.deadlineMs - clock.nowMs())),
    cpuSeconds,
    ...jobMemory(engine),
    fileBytes: outputBytes,
    processes: PROCESSES,
  };
}
