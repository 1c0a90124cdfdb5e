import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { lossOf, type PictureProgram, registry } from '@filemill/formats';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from './step-limits.js';

/**
 * Runs programs that read or write one format each: DjVu, raw photos. One process per job; none of them looks
 * for a format.
 *
 * Can they leave the jail? Only by a flaw of the kernel. What could they do? See the one picture: no network, no other
 * file.
 */
export const createEngine: EngineFactory = async (context) => {
  const named = registry.formats.flatMap(({ read, write }) => [
    read?.codecs?.decoder,
    write?.codecs?.encoder,
  ]);
  const programs = new Map(
    named.flatMap((one) => (one ? [[one.program, context.program(one.program)] as const] : [])),
  );
  return {
    id: 'codecs',
    async convert(step, signal) {
      const [read, write] = [step.input.format.read?.codecs, step.output.format.write?.codecs];
      const codec: PictureProgram | undefined = write?.encoder ?? read?.decoder;
      if (!codec) throw new AppError('INTERNAL', {}, { cause: new Error('no step for codecs') });
      const [input = '', output = ''] = [step.input.path, step.output.path].map((path) => basename(path));
      const options = step.output.format.write?.codecs?.options?.parse(step.options) ?? {};
      const result = await context.run({
        program: programs.get(codec.program) ?? '',
        args: [...codec.args(`/job/in/${input}`, `/job/out/${output}`, options)],
        folder: step.folder,
        limits: stepLimits('codecs', step, context),
        signal,
      });
      // dcraw_emu ends with 0 when it cannot read a file.
      if (result.exitCode !== 0 || !existsSync(step.output.path)) {
        const end = result.exitCode ?? result.exitSignal;
        const cause = new Error(`${codec.program} ended with ${end}: ${result.stderr}`);
        const isOwn = result.exitCode === null || write?.encoder !== undefined;
        throw new AppError(isOwn ? 'ENGINE_FAILED' : 'FILE_CORRUPT', {}, { cause });
      }
      const { widthPx, heightPx } = step.input.facts;
      return {
        outputs: [step.output.path],
        losses: (codec.loses ?? []).map((code) => lossOf(code)),
        expected: { widthPx, heightPx },
      };
    },
  };
};
