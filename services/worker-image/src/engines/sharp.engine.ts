import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatSpec } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { type EngineFactory, resourceLimits, type Step } from '@filemill/worker';
import type { PictureJob } from '../jailed/protocol.js';
import { PicturePool } from '../pool/picture-pool.js';

/** Uploads that were compressed with loss, so that more of it, unseen, is better than a file ten times as large. */
const LOSSY_INPUTS = new Set(['jpg', 'webp', 'avif', 'heic']);
const OUTPUT_BASE = 'out';

/**
 * Pictures by sharp, in jailed Node processes that are booted before there is a job.
 *
 * Can its decoders leave the jail? They would need the kernel. What could they do? Read and replace the one picture of
 * the one owner whom the process serves: it has no network, no other file, no credential, and ends with the owner.
 */
export const createEngine: EngineFactory = async (context) => {
  const pool = await PicturePool.start(context);
  return {
    id: 'sharp',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      signal.throwIfAborted();
      const { wallMs = Number.POSITIVE_INFINITY } = resourceLimits('image', 0);
      const untilMs = Math.min(wallMs, step.deadlineMs - context.clock.nowMs());
      if (untilMs <= 0) throw new AppError('ENGINE_TIMEOUT');
      // A guest's key is the conversion itself: nothing else will ever come from there.
      const once = step.ownerKey === step.conversionId;
      return pool.use(step.ownerKey, once, async (picture) => {
        const result = await picture.convert(jobOf(step), step.input.path, untilMs, signal, onProgress);
        const outputs = result.outputs.map((name) => join(step.folder.out, name));
        await Promise.all(
          result.outputs.map((name, i) => rename(picture.outputPath(name), outputs[i] as string)),
        );
        return { outputs, losses: result.losses, expected: result.expected };
      });
    },
  };
};

function jobOf({ input, output, options, route, final }: Step): Omit<PictureJob, 'input'> {
  const { widthPx = 0, heightPx = 0, frames = 1 } = input.facts;
  const target: FormatSpec | undefined = route.steps.find(({ to }) => to.id === output.format)?.to;
  return {
    inputFormat: input.format,
    outputFormat: output.format,
    outputBase: OUTPUT_BASE,
    outputExtension: target?.extensions[0] ?? output.format,
    options: typeof options.quality === 'number' ? { quality: options.quality } : {},
    widthPx,
    heightPx,
    frames,
    fromLossy: LOSSY_INPUTS.has(route.input.id),
    final,
  };
}
