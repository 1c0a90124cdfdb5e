import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type FormatSpec, lenient, registry } from '@filemill/formats';
import type { EngineContext, Step, StepResult } from '@filemill/worker';
import { inputArguments, runFfmpeg } from './run-ffmpeg.js';

const UNPACKED = 'unpacked.apng';
/** Pictures keep the times that the input gives them. */
const OWN_TIMES = ['-fps_mode', 'passthrough', '-enc_time_base', '1:16000'];
/** Of {@link OWN_TIMES}. With fewer than 10,000 units a second, ffmpeg counts durations and times in different units. */
const UNITS_A_MS = 16;
/** Of a picture that is shown for no time at all. */
const SHORTEST_MS = 1;
/** sRGB in full range: ITU-T H.273 and IEC 61966-2-1. */
const SRGB = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1'],
  ...['-color_range', 'pc'],
];

/** What stands for the pictures of a sequence while sharp works on them. */
function apng(): FormatSpec {
  const format = registry.format('apng');
  if (!format) throw new AppError('INTERNAL', {}, { cause: new Error('there is no animated PNG') });
  return format;
}

const isAnimated = ({ format, facts }: Step['input']): boolean =>
  (facts.frames ?? 1) > 1 && format.read?.sharp?.moves === true;

/** Whether libvips cannot read this input: it knows these files only with a single picture. */
export const isSequence = ({ input }: Step): boolean =>
  isAnimated(input) && input.format.read?.sharp?.sequences !== undefined;

/** Whether libvips writes only one picture of what this output holds. */
export const becomesSequence = ({ input, output }: Step): boolean =>
  isAnimated(input) && output.format.write?.sharp?.sequences !== undefined;

/**
 * Unpacks all pictures of a sequence; to salvage it, those that can be read.
 *
 * @returns the step with an animated PNG as its input
 * @throws {AppError} FILE_CORRUPT
 */
export async function unpackSequence(
  context: EngineContext,
  program: string,
  step: Step,
  signal: AbortSignal,
): Promise<Step> {
  const { path, format, facts } = step.input;
  const demuxer = format.read?.sharp?.sequences ?? '';
  const merged = facts.hasAlpha ? '[0:v:0][0:v:1]alphamerge' : '[0:v:0]null';
  const args = [
    ...inputArguments(demuxer, `/job/in/${basename(path)}`).filter(
      (arg) => !step.salvage || arg !== '-xerror',
    ),
    ...['-filter_complex', `${merged},format=rgba`, ...OWN_TIMES, '-c:v', 'apng', '-compression_level', '1'],
    // ffmpeg forgets how long the last picture is shown.
    ...['-final_delay', `${Math.max(SHORTEST_MS, facts.lastFrameMs ?? 0)}/1000`],
    ...['-plays', '0', '-f', 'apng', `/job/out/${UNPACKED}`],
  ];
  await runFfmpeg(context, program, step, args, signal, 'FILE_CORRUPT');
  const { damage, ...sound } = facts;
  return { ...step, input: { path: join(step.folder.out, UNPACKED), format: apng(), facts: sound } };
}

/** The step that makes an animated PNG, of which {@link packSequence} makes the output. */
export const toUnpacked = (step: Step): Step => ({
  ...step,
  output: { path: join(step.folder.out, UNPACKED), format: apng() },
  final: false,
});

/** Encodes an animated PNG as the output of a step. */
export async function packSequence(
  context: EngineContext,
  program: string,
  step: Step,
  { outputs: [unpacked = ''], expected: { frames = 1, lastFrameMs = 0 } }: StepResult,
  signal: AbortSignal,
): Promise<void> {
  const write = step.output.format.write?.sharp;
  if (!write?.sequences) throw new AppError('INTERNAL', {}, { cause: new Error('no sequence for sharp') });
  const args = [
    ...inputArguments('apng', `/job/out/${basename(unpacked)}`),
    '-filter_complex',
    // Stickers have sharp edges, which chroma of half the resolution would stain with what transparency hides.
    '[0:v]split[colours][opacity];[colours]scale=out_color_matrix=bt709:out_range=pc,format=yuv444p[all];' +
      '[opacity]alphaextract[alpha]',
    ...['-map', '[all]', '-map', '[alpha]', ...OWN_TIMES, '-threads', '1'],
    ...['-pix_fmt:v:0', 'yuv444p', '-pix_fmt:v:1', 'gray', ...SRGB],
    ...write.sequences.encoder(write.options ? lenient(write.options).parse(step.options) : {}),
    // As above.
    ...['-bsf:v', `setts=duration=if(eq(N\\,${frames - 1})\\,${lastFrameMs * UNITS_A_MS}\\,DURATION)`],
    ...['-f', write.sequences.muxer, `/job/out/${basename(step.output.path)}`],
  ];
  await runFfmpeg(context, program, step, args, signal);
}
