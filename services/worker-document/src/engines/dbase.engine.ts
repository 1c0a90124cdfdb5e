import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineFactory, Step } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Reads and writes tables of dBASE with a script of ours in a jailed Python: LibreOffice would need its databases for it, and
 * takes all letters for those of one encoding.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one table that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const run = pythonScript(context, 'dbase/');
  return {
    id: 'dbase',
    salvages: true,
    async convert(step, signal) {
      const { input, output } = step;
      const args = [`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`];
      const limits = stepLimits('document', 'dbase', step, context.clock);
      const isWritten = output.format.id === 'dbf';
      const { losses, isDamaged } = await run(step, [isWritten ? 'write' : 'read', ...args], limits, signal);
      if (isDamaged && !step.salvage) throw new AppError('FILE_CORRUPT', { detail: 'rows are missing' });
      return {
        outputs: isWritten ? await tablesIn(step) : [output.path],
        losses,
        ...(isDamaged && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};

/** The table of each sheet, in their order: only names that the script gives. */
async function tablesIn({ folder, output }: Step): Promise<string[]> {
  const stem = basename(output.path, '.dbf');
  const names = new Set(await readdir(folder.out));
  const tables = [output.path];
  for (let number = 2; names.has(`${stem}-${number}.dbf`); number++)
    tables.push(join(folder.out, `${stem}-${number}.dbf`));
  return tables;
}
