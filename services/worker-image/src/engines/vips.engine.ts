import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type LossCode, lossOf } from '@filemill/formats';
import {
  type EngineFactory,
  jobMemory,
  resourceLimits,
  StandbyPool,
  type Step,
  softeningOf,
} from '@filemill/worker';
import { hasExifItem } from './heif-metadata.js';

/** Threads of the decoder: one picture never takes more than a slot. */
const THREADS = '1';
const PROCESSES = 64;
/** Loaders of formats that vips never reads here; the ImageMagick loader is masked in every jail. */
const COVERED_MODULES = ['vips-poppler.so', 'vips-openslide.so'];
const MODULES = '/usr/lib/x86_64-linux-gnu/vips-modules-8.14';

/** Light as floating-point numbers, which this engine alone writes and reads. */
const LIGHT = '/job/out/light.tif';
/** A picture before it is softened, in libvips' own form, which holds all that it has. */
const PLAIN = '/job/out/plain.v';

/** In the input folder: the weights of neighbours, by which it is softened. */
const WEIGHTS = 'weights.mat';

/** Writes the weights in libvips' form of a matrix, "vips_matrixload()" of its reference. */
async function writeWeights({ folder, softness }: Step): Promise<void> {
  const { width, height, scale, offset, kernel } = softeningOf(softness);
  const rows = [0, width, 2 * width].map((from) => kernel.slice(from, from + width));
  const lines = [[width, height, scale, offset], ...rows].map((line) => `${line.join(' ')}\n`);
  await writeFile(join(folder.in, WEIGHTS), lines.join(''));
}

/**
 * Reads and writes pictures with Debian's vips that sharp's own does not: HEIC, JPEG 2000, Radiance. One process per job,
 * with a named loader: never by detection.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the one picture: no network, no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const { wallMs: longestMs = 0, cpuSeconds, outputBytes } = resourceLimits('image', 0);
  const limits = { cpuSeconds, ...jobMemory('vips'), fileBytes: outputBytes, processes: PROCESSES };
  const program = {
    program: context.program('vips'),
    readOnly: COVERED_MODULES.map((name) => ({ source: '/dev/null', target: `${MODULES}/${name}` })),
  };
  const trusting = { VIPS_CONCURRENCY: THREADS };
  const blocking = { VIPS_BLOCK_UNTRUSTED: '1', ...trusting };
  // Most jobs are photos of phones, which need one run.
  const pool = new StandbyPool(context, {
    ...program,
    env: blocking,
    limits: { ...limits, wallMs: longestMs },
  });

  /**
   * @param isBlocked - whether libvips refuses what it calls untrusted
   * @param isOnly - no other run of the step needs its folder
   */
  async function run(
    step: Step,
    args: readonly string[],
    { isBlocked, isOnly }: { readonly isBlocked: boolean; readonly isOnly: boolean },
    signal: AbortSignal,
  ) {
    const wallMs = Math.min(longestMs, Math.max(1, step.deadlineMs - context.clock.nowMs()));
    const result =
      isBlocked && isOnly
        ? await pool.run({ args, inputPath: step.input.path, outputFolder: step.folder.out, wallMs, signal })
        : await context.run({
            ...program,
            args,
            folder: step.folder,
            limits: { ...limits, wallMs },
            env: isBlocked ? blocking : trusting,
            signal,
          });
    if (result.exitCode === 0) return;
    const cause = new Error(`vips ended with ${result.exitCode ?? result.exitSignal}: ${result.stderr}`);
    // A saver also complains when the loader fails.
    const isOwn =
      result.exitCode === null ||
      (/no space|unable to write|cannot allocate/i.test(result.stderr) &&
        !result.stderr.includes(`${args[0]}: error`));
    throw new AppError(isOwn ? 'ENGINE_FAILED' : 'FILE_CORRUPT', {}, { cause });
  }
  return {
    id: 'vips',
    softens: true,
    close: () => pool.close(),
    async convert(step, signal) {
      const [read, write] = [step.input.format.read?.vips, step.output.format.write?.vips];
      if (!read || !write) throw new AppError('INTERNAL', {}, { cause: new Error('no step for vips') });
      const input = `/job/in/${basename(step.input.path)}`;
      const output = `/job/out/${basename(step.output.path)}${saverArguments(step)}`;
      // Each operation is named; blocking is a second barrier for what libvips itself trusts.
      const isBlocked = read.isBlocked !== true && write.isBlocked !== true;
      const isLight = read.isLight === true;
      const isSoftened = step.softness > 0 && !isLight;
      const isOnly = !isLight && !isSoftened;
      const first = isLight ? LIGHT : isSoftened ? PLAIN : output;
      await run(step, [read.loader, input, first], { isBlocked, isOnly }, signal);
      if (isLight)
        await run(step, ['colourspace', LIGHT, output, 'srgb'], { isBlocked: true, isOnly }, signal);
      // libvips does not trust its own form, which only the run before can have written.
      if (isSoftened) {
        await writeWeights(step);
        const args = ['conv', PLAIN, output, `/job/in/${WEIGHTS}`, '--precision', 'float'];
        await run(step, args, { isBlocked: false, isOnly }, signal);
      }
      const { widthPx, heightPx, frames = 1 } = step.input.facts;
      // vips writes no EXIF into a TIFF, and takes all of it along from a PNG.
      const losesExif =
        step.input.format.internal !== true && !read.isLight && (await hasExifItem(context, step.input));
      const codes: LossCode[] = [
        ...(losesExif ? ['metadata_dropped' as const] : []),
        ...(read.losses ?? []),
        ...(frames > 1 ? ['animation_dropped' as const] : []),
      ];
      const losses = codes.map((code) => lossOf(code));
      return { outputs: [step.output.path], losses, expected: { widthPx, heightPx } };
    },
  };
};

function saverArguments({ final, options, output }: Step): string {
  const write = output.format.write?.vips;
  return write?.args(final, write.options?.parse(options) ?? {}) ?? '';
}
