import { type FormatSpec, lossOf } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { type EngineFactory, ForkServerPool, nodeFiles, resourceLimits, type Step } from '@filemill/worker';
import type { PictureJob } from '../jailed/protocol.js';
import { PictureServer } from '../server/picture-server.js';

/** Uploads that were compressed with loss, so that more of it, unseen, is better than a file ten times as large. */
const LOSSY_INPUTS = new Set(['jpg', 'webp', 'avif', 'heic']);
const OUTPUT_BASE = 'out';

/**
 * Pictures by sharp, through a jailed fork server, a child per job.
 *
 * Can its decoders leave the jail? They would need the kernel, past Landlock and a second filter of system calls. What could
 * they do? Read the one picture and spoil its one output: a child sees no other job, has no network, starts no program,
 * signals nobody, and ends with the job.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'picture.main.js', ['sharp']);
  const pool = await ForkServerPool.start(context, () => PictureServer.start(context, script));
  return {
    id: 'sharp',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      signal.throwIfAborted();
      const { wallMs = Number.POSITIVE_INFINITY } = resourceLimits('image', 0);
      const untilMs = Math.min(wallMs, step.deadlineMs - context.clock.nowMs());
      if (untilMs <= 0) throw new AppError('ENGINE_TIMEOUT');
      const paths = { inputPath: step.input.path, outFolder: step.folder.out };
      const { losses, ...made } = await pool.use(step.ownerKey, (server) =>
        server.convert(jobOf(step), paths, untilMs, signal, onProgress),
      );
      return { ...made, losses: losses.map((code) => lossOf(code)) };
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
