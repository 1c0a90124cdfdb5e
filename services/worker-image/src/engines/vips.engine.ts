import { lossOf } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { FileByteReader } from '@filemill/inspect';
import { type EngineFactory, resourceLimits } from '@filemill/worker';

/** Threads of the decoder: one picture never takes more than a slot. */
const THREADS = '1';
const PROCESSES = 64;
/** Readers of formats that are never vips' job; the one for ImageMagick is covered in every jail. */
const COVERED_MODULES = ['vips-poppler.so', 'vips-openslide.so'];
const MODULES = '/usr/lib/x86_64-linux-gnu/vips-modules-8.14';

/** The table of items, which names the kind of each, lies at the start. */
const ITEM_TABLE_BYTES = 65_536;

/**
 * HEIC by Debian's vips (libheif, libde265), a process per job, through the loader's own name: never by detection.
 *
 * Can it leave the jail? It would need the kernel. What could it do? See the one picture: no network, no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const vips = context.program('vips');
  return {
    id: 'vips',
    async convert(step, signal) {
      const { wallMs = 0, ...limits } = resourceLimits('image', 0);
      // Between two engines speed counts; what the user gets is small and loses nothing either.
      const compression = step.final ? '[compression=lzw,predictor=horizontal]' : '[compression=none]';
      const result = await context.run({
        program: vips,
        args: ['heifload', '/job/in/in.heic', `/job/out/out.tiff${compression}`],
        folder: step.folder,
        limits: {
          wallMs: Math.min(wallMs, Math.max(1, step.deadlineMs - context.clock.nowMs())),
          cpuSeconds: limits.cpuSeconds,
          memoryBytes: limits.memoryBytes,
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
      const losses = (await hasExif(step.input.path)) ? [lossOf('metadata_dropped')] : [];
      return { outputs: [step.output.path], losses, expected: { widthPx, heightPx } };
    },
  };
};

async function hasExif(path: string): Promise<boolean> {
  const reader = await FileByteReader.open(path);
  try {
    return (await reader.read(0, ITEM_TABLE_BYTES)).includes('Exif');
  } finally {
    await reader.close();
  }
}
