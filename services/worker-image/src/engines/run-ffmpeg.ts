import { AppError } from '@filemill/errors';
import { type EngineContext, IMAGE_STRUCTURE, jobMemory, resourceLimits, type Step } from '@filemill/worker';

/** An animation of the largest size is encoded at about ten pictures a second. */
const SECONDS = 300;
const PROCESSES = 64;

/** Of an input whose demuxer is forced: nothing else is opened, and an error ends the run. */
export const inputArguments = (demuxer: string, path: string, options: readonly string[] = []): string[] => [
  ...['-nostdin', '-v', 'error', '-xerror', '-threads', '1', '-protocol_whitelist', 'file'],
  ...['-format_whitelist', demuxer, '-max_pixels', `${IMAGE_STRUCTURE.pixels}`],
  ...['-f', demuxer, ...options, '-i', path],
];

/**
 * Runs ffmpeg over all pictures of an animation.
 *
 * @throws {AppError} `failure`
 */
export async function runFfmpeg(
  context: EngineContext,
  program: string,
  step: Step,
  args: readonly string[],
  signal: AbortSignal,
  failure: 'ENGINE_FAILED' | 'FILE_CORRUPT' = 'ENGINE_FAILED',
): Promise<void> {
  const result = await context.run({
    program,
    args,
    folder: step.folder,
    limits: {
      wallMs: Math.min(SECONDS * 1_000, Math.max(1, step.deadlineMs - context.clock.nowMs())),
      cpuSeconds: SECONDS,
      ...jobMemory('stills'),
      fileBytes: resourceLimits('image', 0).outputBytes,
      processes: PROCESSES,
    },
    signal,
  });
  if (result.exitCode === 0) return;
  const cause = new Error(`ffmpeg ended with ${result.exitCode ?? result.exitSignal}: ${result.stderr}`);
  throw new AppError(result.exitCode === null ? 'ENGINE_FAILED' : failure, {}, { cause });
}
