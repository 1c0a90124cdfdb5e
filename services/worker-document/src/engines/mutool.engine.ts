import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Turns XPS into PDF with mutool, which a script of ours starts in the jail: its text stays text, in its own fonts.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees. The
 * name that we give to the file decides its reader; parts of XPS name no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  // Fails at the start of the worker if it is not installed.
  context.program('mutool');
  const convert = pythonScript(context, 'printed/');
  return {
    id: 'mutool',
    salvages: true,
    async convert(step, signal) {
      const { input, output } = step;
      const args = [`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`];
      const limits = stepLimits('document', 'mutool', step, context.clock);
      const { losses, isDamaged } = await convert(step, args, limits, signal);
      if (isDamaged && !step.salvage) throw new AppError('FILE_CORRUPT', { detail: 'pages are missing' });
      return {
        outputs: [output.path],
        losses,
        ...(isDamaged && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};
