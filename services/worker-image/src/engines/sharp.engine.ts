import { AppError } from '@filemill/errors';
import { lossOf } from '@filemill/formats';
import {
  type EngineFactory,
  ForkServerPool,
  IMAGE_STRUCTURE,
  nodeFiles,
  resourceLimits,
  type Step,
} from '@filemill/worker';
import type { PictureJob } from '../jailed/protocol.js';
import { PictureServer } from '../server/picture-server.js';

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
  const pool = await ForkServerPool.start(context, () => PictureServer.start(context, script));
  return {
    id: 'sharp',
    salvages: true,
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

function jobOf({ input, output, options, route, final, salvage }: Step): Omit<PictureJob, 'input'> {
  const { widthPx = 0, heightPx = 0, frames = 1, damage } = input.facts;
  const [read, write] = [input.format.read?.sharp, output.format.write?.sharp];
  if (!read || !write)
    throw new AppError('INTERNAL', {}, { cause: new Error('a step that sharp has no part in') });
  const { saver, holds } = write;
  const settings = write.options?.parse(options) ?? {};
  const argsFor = (isGraphic: boolean) => write.args?.(settings, { isGraphic, isFinal: final }) ?? {};
  const upload = route.input.read;
  return {
    read,
    write: { saver, holds, args: { photo: argsFor(false), graphic: argsFor(true) } },
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
