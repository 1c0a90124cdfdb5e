import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type LossCode, lossOf } from '@filemill/formats';
import { type EngineFactory, jobMemory, resourceLimits, type Step } from '@filemill/worker';

/** Threads of the decoder: one picture never takes more than a slot. */
const THREADS = '1';
const PROCESSES = 64;
/** Loaders of formats that vips never reads here; the ImageMagick loader is masked in every jail. */
const COVERED_MODULES = ['vips-poppler.so', 'vips-openslide.so'];
const MODULES = '/usr/lib/x86_64-linux-gnu/vips-modules-8.14';

/** Light as floating-point numbers, which this engine alone writes and reads. */
const LIGHT = '/job/out/light.tif';

/** The table of items, which names the kind of each, is at the start of the file. */
const EXIF_MARK = { bytes: 'Exif', within: 65_536 };

/**
 * Reads and writes pictures with Debian's vips that sharp's own does not: HEIC, JPEG 2000, Radiance. One process per job,
 * with a named loader: never by detection.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the one picture: no network, no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const vips = context.program('vips');
  /** @param isBlocked - whether libvips refuses what it calls untrusted */
  async function run(step: Step, args: readonly string[], isBlocked: boolean, signal: AbortSignal) {
    const { wallMs = 0, ...limits } = resourceLimits('image', 0);
    const result = await context.run({
      program: vips,
      args: [...args],
      folder: step.folder,
      limits: {
        wallMs: Math.min(wallMs, Math.max(1, step.deadlineMs - context.clock.nowMs())),
        cpuSeconds: limits.cpuSeconds,
        ...jobMemory('vips'),
        fileBytes: limits.outputBytes,
        processes: PROCESSES,
      },
      readOnly: COVERED_MODULES.map((name) => ({ source: '/dev/null', target: `${MODULES}/${name}` })),
      env: { ...(isBlocked ? { VIPS_BLOCK_UNTRUSTED: '1' } : {}), VIPS_CONCURRENCY: THREADS },
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
    async convert(step, signal) {
      const [read, write] = [step.input.format.read?.vips, step.output.format.write?.vips];
      if (!read || !write) throw new AppError('INTERNAL', {}, { cause: new Error('no step for vips') });
      const input = `/job/in/${basename(step.input.path)}`;
      const output = `/job/out/${basename(step.output.path)}${saverArguments(step)}`;
      // Each operation is named; blocking is a second barrier for what libvips itself trusts.
      const isBlocked = read.isBlocked !== true && write.isBlocked !== true;
      await run(step, [read.loader, input, read.isLight ? LIGHT : output], isBlocked, signal);
      if (read.isLight) await run(step, ['colourspace', LIGHT, output, 'srgb'], true, signal);
      const { widthPx, heightPx, frames = 1 } = step.input.facts;
      // vips writes no EXIF into a TIFF, and takes all of it along from a PNG.
      const losesExif =
        step.input.format.internal !== true &&
        !read.isLight &&
        (await context.reading.run('startContains', step.input, EXIF_MARK));
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
