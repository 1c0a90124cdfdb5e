import { copyFile, rm } from 'node:fs/promises';
import { AppError } from '@filemill/errors';
import {
  heldByPictures,
  type Loss,
  type LossCode,
  lenient,
  lossOf,
  pictureOptions,
  retouchOptions,
} from '@filemill/formats';
import {
  type EngineContext,
  type EngineFactory,
  ForkServerPool,
  IMAGE_STRUCTURE,
  nodeFiles,
  resourceLimits,
  type Step,
  type StepResult,
  softeningOf,
} from '@filemill/worker';
import type { PictureJob } from '../jailed/protocol.js';
import { PictureServer } from '../server/picture-server.js';
import { hasExifItem } from './heif-metadata.js';
import { createPacking, packerOf } from './packing.js';
import { becomesSequence, isSequence, packSequence, toUnpacked, unpackSequence } from './sequences.js';

const OUTPUT_BASE = 'out';

/**
 * Converts pictures with sharp in a jailed fork server, a child per job.
 *
 * Can its decoders leave the jail? Only by a flaw of the kernel, past Landlock and a second seccomp filter. What could
 * they do? Read the one picture and corrupt its one output: a child sees no other job, has no network, starts no program,
 * signals no other process, and ends with the job.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'picture.main.js', ['sharp']);
  const pack = createPacking(context);
  const ffmpeg = context.program('ffmpeg');
  const pool = await ForkServerPool.start(context, () => PictureServer.start(context, script));
  return {
    id: 'sharp',
    salvages: true,
    softens: true,
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      signal.throwIfAborted();
      const packer = packerOf(step);
      if (packer?.packs === 'upload') {
        // What the program does not read may be damaged: sharp knows.
        if (!(await pack(packer, step, signal))) await requireSound(step, signal);
        const { widthPx, heightPx } = step.input.facts;
        return { outputs: [step.output.path], losses: [], expected: { widthPx, heightPx } };
      }
      const read: Awaited<ReturnType<typeof readSequence>> = isSequence(step)
        ? await readSequence(context, ffmpeg, step, signal)
        : { step, losses: [], damage: {} };
      const isPacked = becomesSequence(step);
      const made = await convertBySharp(isPacked ? toUnpacked(read.step) : read.step, signal, onProgress);
      const result = { ...made, ...read.damage, losses: [...read.losses, ...made.losses] };
      const { loops = 0, ...all } = made.expected;
      if (!isPacked) {
        if (packer) await pack(packer, step, signal);
        // The reader of PNG headers does not look at the last frame.
        const { lastFrameMs, ...expected } = all;
        return { ...result, expected };
      }
      await packSequence(context, ffmpeg, step, made, signal);
      // ffmpeg writes sequences that say nothing of it, which players repeat.
      const losses = loops === 0 ? result.losses : [...result.losses, lossOf('loops_dropped')];
      return { ...result, losses, outputs: [step.output.path], expected: all };
    },
  };

  /** @throws {AppError} FILE_CORRUPT, as for every other conversion */
  async function requireSound(step: Step, signal: AbortSignal): Promise<void> {
    const made = await convertBySharp({ ...step, options: {} }, signal, () => undefined);
    await Promise.all(made.outputs.map((path) => rm(path)));
    await copyFile(step.input.path, step.output.path);
  }

  async function convertBySharp(
    step: Step,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<StepResult> {
    const { wallMs = Number.POSITIVE_INFINITY } = resourceLimits('image', 0);
    const untilMs = Math.min(wallMs, step.deadlineMs - context.clock.nowMs());
    if (untilMs <= 0) throw new AppError('ENGINE_TIMEOUT');
    const paths = { inputPath: step.input.path, outFolder: step.folder.out };
    const { losses, ...made } = await pool.use(step.ownerKey, (server) =>
      server.convert(jobOf(step), paths, untilMs, signal, onProgress),
    );
    return { ...made, losses: losses.map((code) => lossOf(code)) };
  }
};

/** The step with the pictures of a sequence as its input, and what they lack. */
async function readSequence(
  context: EngineContext,
  ffmpeg: string,
  step: Step,
  signal: AbortSignal,
): Promise<{ step: Step; losses: Loss[]; damage: Pick<StepResult, 'damage'> }> {
  const unpacked = await unpackSequence(context, ffmpeg, step, signal);
  const codes: LossCode[] = [
    ...((await hasExifItem(context, step.input)) ? ['metadata_dropped' as const] : []),
    ...(step.input.facts.componentBits === undefined ? [] : ['colour_depth_reduced' as const]),
  ];
  return {
    // The animated PNG itself is sound.
    step: { ...unpacked, salvage: false },
    losses: codes.map((code) => lossOf(code)),
    damage: step.salvage ? { damage: { unit: 'unknown' } } : {},
  };
}

function jobOf({ input, output, options, softness, route, final, salvage }: Step): Omit<PictureJob, 'input'> {
  const { widthPx = 0, heightPx = 0, frames = 1, damage } = input.facts;
  const [read, write] = [input.format.read?.sharp, output.format.write?.sharp];
  if (!read || !write)
    throw new AppError('INTERNAL', {}, { cause: new Error('a step that sharp has no part in') });
  const { saver, holds } = write;
  const settings = write.options ? lenient(write.options).parse(options) : {};
  const argsFor = (isGraphic: boolean) =>
    write.args?.(settings, { isGraphic, isFinal: final, softness }) ?? {};
  const upload = route.input.read;
  return {
    read,
    write: { saver, holds, args: { photo: argsFor(false), graphic: argsFor(true) } },
    edits: lenient(pictureOptions).parse(options),
    retouch: lenient(retouchOptions).parse(options),
    ...(softness > 0 && !write.usualSizes && { softening: softeningOf(softness) }),
    held: lenient(heldByPictures).parse(options),
    outputBase: OUTPUT_BASE,
    outputExtension: output.format.extensions[0],
    widthPx,
    heightPx,
    frames,
    onlyFirst: !final,
    limits: IMAGE_STRUCTURE,
    fromLossy: (upload?.sharp?.isLossy ?? upload?.vips?.isLossy) === true,
    isSuspect: damage !== undefined,
    salvage,
  };
}
