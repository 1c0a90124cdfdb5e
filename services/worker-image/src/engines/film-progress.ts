import { stat } from 'node:fs/promises';
import { type EngineContext, LineReader, type Step } from '@filemill/worker';
import { runFfmpeg } from './run-ffmpeg.js';

/** Longer than any line of `-progress` that ffmpeg writes. */
const MAX_LINE_BYTES = 256;
/** A smaller animation is a film before its length is known. */
const SMALL_BYTES = 256 * 1024;

/** Arguments that let ffmpeg tell how far it is. */
const TELLS_PROGRESS = ['-progress', 'pipe:1', '-nostats'] as const;

const reader = (onTime: (microseconds: number) => void): LineReader =>
  new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => {
    const found = /^out_time_us=(\d{1,15})/.exec(line)?.[1];
    if (found !== undefined) onTime(Number(found));
  });

/** A context that reads what ffmpeg tells while it runs. */
const listening = (context: EngineContext, lines: LineReader): EngineContext => ({
  ...context,
  run: (request) => context.run({ ...request, onStdout: (chunk) => lines.add(chunk) }),
});

/**
 * The length of an animation, which its header does not tell: ffmpeg adds up the times of its pictures, without decoding them.
 *
 * @param input - arguments that name it
 * @returns microseconds; 0 for one that is too small to be waited for
 */
async function lengthOf(
  context: EngineContext,
  program: string,
  step: Step,
  input: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  if ((await stat(step.input.path)).size < SMALL_BYTES) return 0;
  let length = 0;
  const lines = reader((microseconds) => {
    length = microseconds;
  });
  const args = [...input, '-c', 'copy', ...TELLS_PROGRESS, '-f', 'null', '-'];
  await runFfmpeg(listening(context, lines), program, step, args, signal);
  return length;
}

/**
 * Runs ffmpeg like {@link runFfmpeg}, and reports how much of the animation it has encoded.
 *
 * @param input - arguments that name the animation
 * @param output - those that follow
 * @param onProgress - 0 to 1, rising
 */
export async function runWithProgress(
  context: EngineContext,
  program: string,
  step: Step,
  { input, output }: { readonly input: readonly string[]; readonly output: readonly string[] },
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const length = await lengthOf(context, program, step, input, signal);
  let last = 0;
  const lines = reader((microseconds) => {
    const fraction = length > 0 ? Math.min(1, microseconds / length) : 0;
    if (fraction <= last) return;
    last = fraction;
    onProgress(fraction);
  });
  const args = [...input, ...TELLS_PROGRESS, ...output];
  await runFfmpeg(listening(context, lines), program, step, args, signal);
}
