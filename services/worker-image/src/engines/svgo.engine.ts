import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type EngineFactory, JAILED_NODE, JAILED_NODE_FLAGS, nodeFiles } from '@filemill/worker';
import { stepLimits } from './step-limits.js';

/**
 * Writes an SVG again in fewer bytes, with SVGO in a jailed Node: without comments and white space, colours and paths in their
 * shortest form. sharp draws both, and a drawing that does not look the same pixel by pixel stays as it was, as does one with
 * scripts or other parts that no output of ours has.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one drawing that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'svgo.main.js', ['sharp']);
  return {
    id: 'svgo',
    salvages: true,
    async convert(step, signal) {
      const { exitCode, exitSignal, stdout, stderr } = await context.run({
        program: JAILED_NODE,
        args: [
          ...JAILED_NODE_FLAGS,
          ...[script.path, `/job/in/${basename(step.input.path)}`, `/job/out/${basename(step.output.path)}`],
          step.input.format.id === 'svgz' ? 'packed' : 'plain',
          step.salvage ? 'salvage' : 'strict',
        ],
        readOnly: script.readOnly,
        folder: step.folder,
        limits: stepLimits('svgo', step, context),
        signal,
      });
      if (stdout.split('\n').includes('refused')) throw new AppError('FILE_CORRUPT');
      if (exitCode !== 0) {
        const cause = new Error(`svgo ended with ${exitCode ?? exitSignal}: ${stderr}`);
        throw new AppError('ENGINE_FAILED', {}, { cause });
      }
      return {
        outputs: [step.output.path],
        losses: [],
        expected: {},
        ...(step.salvage && { damage: { unit: 'unknown' } as const }),
      };
    },
  };
};
