import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type LossCode, lossOf } from '@filemill/formats';
import { type EngineFactory, jobMemory, resourceLimits, StandbyPool, type Step } from '@filemill/worker';
import { makeFilm } from './film.js';
import { inputArguments } from './run-ffmpeg.js';

const PROCESSES = 64;

/**
 * Converts picture formats of single programs and machines with ffmpeg, to PNG and from it, and animations to films; sharp
 * does the rest. One process per job, loaded before the job comes, with a named demuxer: never by detection.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the one picture: no network, no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const { wallMs = 0, cpuSeconds, outputBytes } = resourceLimits('image', 0);
  const program = context.program('ffmpeg');
  const pool = new StandbyPool(context, {
    program,
    limits: { wallMs, cpuSeconds, ...jobMemory('stills'), fileBytes: outputBytes, processes: PROCESSES },
  });
  return {
    id: 'stills',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const [read, write] = [step.input.format.read?.stills, step.output.format.write?.stills];
      if (!read || !write) throw new AppError('INTERNAL', {}, { cause: new Error('no step for stills') });
      const input = inputArguments(read.demuxer, `/job/in/${basename(step.input.path)}`, read.args);
      if (write.film) return makeFilm(context, program, step, input, signal, onProgress);
      const filters = [read.filter, write.filter].filter((filter) => filter !== undefined);
      const result = await pool.run({
        args: [
          ...input,
          ...(filters.length > 0 ? ['-vf', filters.join(',')] : []),
          ...['-frames:v', '1', '-threads', '1', '-c:v', write.encoder, ...(write.args ?? [])],
          ...(step.final || write.encoder !== 'png' ? [] : ['-compression_level', '1']),
          ...(write.muxer ? ['-f', write.muxer] : ['-f', 'image2', '-update', '1']),
          `/job/out/${basename(step.output.path)}`,
        ],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: Math.min(wallMs, Math.max(1, step.deadlineMs - context.clock.nowMs())),
        signal,
      });
      if (result.exitCode !== 0) {
        const cause = new Error(
          `ffmpeg ended with ${result.exitCode ?? result.exitSignal}: ${result.stderr}`,
        );
        const isOwn = result.exitCode === null || step.input.format.internal === true;
        throw new AppError(isOwn ? 'ENGINE_FAILED' : 'FILE_CORRUPT', {}, { cause });
      }
      const { widthPx, heightPx, damage } = step.input.facts;
      return {
        outputs: [step.output.path],
        losses: lossesOf(step),
        expected: { widthPx, heightPx },
        // Some of ffmpeg's decoders do not notice that a file is cut.
        ...(damage !== undefined && { damage: { unit: 'unknown' } }),
      };
    },
  };
};

/** What every conversion by these formats loses. */
function lossesOf({ input, output, route }: Step) {
  const write = output.format.write?.stills;
  const greys = write?.film ? undefined : write?.greys;
  const upload = route.input.read;
  const hadColours = (upload?.stills?.isGrey ?? upload?.pixels?.isGrey) !== true;
  const codes: LossCode[] = [
    ...(input.format.read?.stills?.losses ?? []),
    ...(greys && hadColours ? [greys] : []),
  ];
  return codes.map((code) => lossOf(code));
}
