import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Reads tables of dBASE with a script of ours in a jailed Python: LibreOffice would need its databases for it, and takes all
 * letters for those of one encoding.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one table that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const read = pythonScript(context, 'dbase/');
  return {
    id: 'dbase',
    salvages: true,
    async convert(step, signal) {
      const { input, output } = step;
      const args = [`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`];
      const limits = stepLimits('document', 'dbase', step, context.clock);
      const { losses, isDamaged } = await read(step, args, limits, signal);
      if (isDamaged && !step.salvage) throw new AppError('FILE_CORRUPT', { detail: 'rows are missing' });
      return {
        outputs: [output.path],
        losses,
        ...(isDamaged && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};
