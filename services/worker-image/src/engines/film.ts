import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { FfmpegWrite } from '@filemill/formats';
import type { EngineContext, Step, StepResult } from '@filemill/worker';
import { runWithProgress } from './film-progress.js';

/**
 * Pictures a second. Animations count time in hundredths of a second, and hardly any shows a picture for less than two;
 * players of film need an even rate.
 */
const FPS = 50;
/** Colours have half the resolution: an odd last row or column is cut. */
const EVEN = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0';

/**
 * Makes a film of an animated PNG of ours, encoded as the engine `ffmpeg` encodes the same format.
 *
 * @param input - arguments that name the animation
 */
export async function makeFilm(
  context: EngineContext,
  program: string,
  step: Step,
  input: readonly string[],
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<StepResult> {
  const { ffmpeg, stills } = step.output.format.write ?? {};
  const video = ffmpeg?.video;
  if (!ffmpeg || !video) throw new AppError('INTERNAL', {}, { cause: new Error('no film for stills') });
  const { quality } = (stills?.options?.parse(step.options) ?? {}) as { quality?: number };
  const output = [...filmArguments(ffmpeg, video, quality), `/job/out/${basename(step.output.path)}`];
  await runWithProgress(context, program, step, { input, output }, signal, onProgress);
  const streams = [{ kind: 'video', codec: video.encoder.codec }] as const;
  // Of the others only ffprobe reads the header.
  const isRead = step.output.format.limits !== undefined;
  return { outputs: [step.output.path], losses: [], expected: isRead ? { streams } : {} };
}

function filmArguments(
  { muxer, muxerArgs = [] }: FfmpegWrite,
  { encoder }: NonNullable<FfmpegWrite['video']>,
  quality: number | undefined,
): string[] {
  return [
    ...['-vf', `fps=${FPS},${EVEN},format=${encoder.pixelFormat ?? 'yuv420p'}`, '-threads', '1'],
    ...encoder.args(quality).map((arg) => arg.replace('%', 'v:0')),
    ...[...muxerArgs, '-f', muxer],
  ];
}
