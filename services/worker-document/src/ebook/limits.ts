import { AppError } from '@filemill/errors';
import type { EngineId } from '@filemill/formats';
import type { Clock } from '@filemill/platform';
import { jobMemory, type Limits, resourceLimits, type Step } from '@filemill/worker';

const PROCESSES = 64;

/**
 * Limits of a program that reads or writes a book; at most until the deadline of its conversion.
 *
 * @param engine - that starts the program
 *
 * @throws {AppError} ENGINE_TIMEOUT if no time is left
 */
export function ebookLimits(engine: EngineId, { deadlineMs }: Step, clock: Clock): Limits {
  const limits = resourceLimits('ebook', Number.POSITIVE_INFINITY);
  const wallMs = Math.min(limits.wallMs ?? Number.POSITIVE_INFINITY, deadlineMs - clock.nowMs());
  if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return {
    wallMs,
    cpuSeconds: limits.cpuSeconds,
    ...jobMemory(engine),
    fileBytes: limits.outputBytes,
    processes: PROCESSES,
  };
}
