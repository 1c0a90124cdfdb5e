import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { lossOf } from '@filemill/formats';
import { type EngineFactory, jobMemory, resourceLimits } from '@filemill/worker';

/** Threads of the decoder: one picture never takes more than a slot. */
const THREADS = '1';
const PROCESSES = 64;
/** Loaders of formats that vips never reads here; the ImageMagick loader is masked in every jail. */
const COVERED_MODULES = ['vips-poppler.so', 'vips-openslide.so'];
const MODULES = '/usr/lib/x86_64-linux-gnu/vips-modules-8.14';

/** The table of items, which names the kind of each, is at the start of the file. */
const EXIF_MARK = { bytes: 'Exif', within: 65_536 };

/**
 * Decodes HEIC with Debian's vips (libheif, libde265), one process per job, with a named loader: never by detection.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the one picture: no network, no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const vips = context.program('vips');
  return {
    id: 'vips',
    async convert(step, signal) {
      const { wallMs = 0, ...limits } = resourceLimits('image', 0);
      const [read, write] = [step.input.format.read?.vips, step.output.format.write?.vips];
      if (!read || !write) throw new AppError('INTERNAL', {}, { cause: new Error('no step for vips') });
      const [input, output] = [step.input.path, step.output.path].map((path) => basename(path));
      const result = await context.run({
        program: vips,
        args: [read.loader, `/job/in/${input}`, `/job/out/${output}${write.args(step.final)}`],
        folder: step.folder,
        limits: {
          wallMs: Math.min(wallMs, Math.max(1, step.deadlineMs - context.clock.nowMs())),
          cpuSeconds: limits.cpuSeconds,
          ...jobMemory('vips'),
          fileBytes: limits.outputBytes,
          processes: PROCESSES,
        },
        readOnly: COVERED_MODULES.map((name) => ({ source: '/dev/null', target: `${MODULES}/${name}` })),
        env: { VIPS_BLOCK_UNTRUSTED: '1', VIPS_CONCURRENCY: THREADS },
        signal,
      });
      if (result.exitCode !== 0) {
        const cause = new Error(`vips ended with ${result.exitCode ?? result.exitSignal}: ${result.stderr}`);
        const own =
          result.exitCode === null || /no space|unable to write|cannot allocate/i.test(result.stderr);
        throw new AppError(own ? 'ENGINE_FAILED' : 'FILE_CORRUPT', {}, { cause });
      }
      const { widthPx, heightPx } = step.input.facts;
      // vips writes no EXIF into a TIFF.
      const losses = (await context.reading.run('startContains', step.input, EXIF_MARK))
        ? [lossOf('metadata_dropped')]
        : [];
      return { outputs: [step.output.path], losses, expected: { widthPx, heightPx } };
    },
  };
};
