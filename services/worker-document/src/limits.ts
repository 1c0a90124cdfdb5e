import { AppError } from '@filemill/errors';
import type { EngineId } from '@filemill/formats';
import type { Clock } from '@filemill/platform';
import { jobMemory, type Limits, resourceLimits, type Step } from '@filemill/worker';

const PROCESSES = 64;
type Category = Parameters<typeof resourceLimits>[0];

const longestOf = (category: Category) => resourceLimits(category, Number.POSITIVE_INFINITY);

/** Limits of an engine's program, whatever the size of its file; a waiting program has no end of its own. */
export function resourcesOf(category: Category, engine: EngineId): Limits {
  const { cpuSeconds, outputBytes } = longestOf(category);
  const wallMs = Number.POSITIVE_INFINITY;
  return { wallMs, cpuSeconds, ...jobMemory(engine), fileBytes: outputBytes, processes: PROCESSES };
}

/**
 * Milliseconds for a program: at most until the deadline of its conversion.
 *
 * @throws {AppError} ENGINE_TIMEOUT if no time is left
 */
export function wallMsOf(category: Category, { deadlineMs }: Step, clock: Clock): number {
  const { wallMs = Number.POSITIVE_INFINITY } = longestOf(category);
  const leftMs = Math.min(wallMs, deadlineMs - clock.nowMs());
  if (leftMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return leftMs;
}

/**
 * All limits of a program for one step.
 *
 * @param engine - that starts the program
 *
 * @throws {AppError} as {@link wallMsOf}
 */
export const stepLimits = (category: Category, engine: EngineId, step: Step, clock: Clock): Limits => ({
  ...resourcesOf(category, engine),
  wallMs: wallMsOf(category, step, clock),
});
