import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type PicturePacker, registry } from '@filemill/formats';
import { type EngineContext, JAILED_NODE, JAILED_NODE_FLAGS, nodeFiles, type Step } from '@filemill/worker';
import type { PackSettings } from '../jailed/protocol.js';
import { stepLimits } from './step-limits.js';

/** The program of a step whose output has the format of the upload; undefined if there is none, or not for these options. */
export function packerOf({ input, output, options, route, salvage }: Step): PicturePacker | undefined {
  const packer = output.format.write?.sharp?.packer;
  if (!packer || route.input !== route.output || input.format !== output.format) return undefined;
  if (packer.packs === 'upload') return options.lossless === true && !salvage ? packer : undefined;
  // A level that is given decides how long it takes.
  return options.level === undefined ? packer : undefined;
}

/** What a packer is to do besides; see jailed/pack.main.ts. @param packMs - for its program */
const settingsOf = ({ input, options }: Step, packMs: number): PackSettings => ({
  packMs,
  strips: options.metadata === 'strip',
  isProgressive: options.progressive === true,
  keepsDepth: options.bitDepth !== undefined,
  orientation: input.facts.orientation ?? 1,
});

/** Packs a picture, as {@link createPacking} says. @returns false if the program does not read it: its output is a copy then */
type Pack = (packer: PicturePacker, step: Step, signal: AbortSignal) => Promise<boolean>;

/**
 * What packs pictures better in the jail, and keeps every pixel. The output of a step is then no larger than its upload, or
 * than what a saver had written there.
 *
 * @throws {Error} if a program is missing; its result throws {AppError} ENGINE_TIMEOUT, ENGINE_FAILED
 */
export function createPacking(context: EngineContext): Pack {
  const script = nodeFiles(new URL('../../', import.meta.url), 'pack.main.js');
  const programs = new Map(
    registry.formats.flatMap(({ write }) => {
      const name = write?.sharp?.packer?.program;
      return name ? [[name, context.program(name)] as const] : [];
    }),
  );
  return async ({ program, packs }, step, signal) => {
    const limits = stepLimits('sharp', step, context);
    const output = `/job/out/${basename(step.output.path)}`;
    const { exitCode, exitSignal, stdout, stderr } = await context.run({
      program: JAILED_NODE,
      args: [
        ...[...JAILED_NODE_FLAGS, script.path, programs.get(program) ?? ''],
        ...[packs === 'upload' ? `/job/in/${basename(step.input.path)}` : output, output],
        JSON.stringify(settingsOf(step, Math.ceil(limits.wallMs / 2))),
      ],
      readOnly: script.readOnly,
      folder: step.folder,
      limits,
      signal,
    });
    if (exitCode !== 0) {
      const cause = new Error(`${program} ended with ${exitCode ?? exitSignal}: ${stderr}`);
      throw new AppError('ENGINE_FAILED', {}, { cause });
    }
    return !stdout.split('\n').includes('unread');
  };
}
