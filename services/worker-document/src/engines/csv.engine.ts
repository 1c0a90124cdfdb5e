import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type EngineFactory, nodeFiles, ONE_SPARE, StandbyPool, waitingScript } from '@filemill/worker';
import { resourcesOf, wallMsOf } from '../limits.js';

/**
 * Converts CSV to flat OpenDocument with a script of ours in a jailed Node: LibreOffice would ask for delimiter and
 * encoding, and would change the types of cells.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'csv-to-fods.main.js');
  const pool = new StandbyPool(
    context,
    { ...waitingScript(script), limits: resourcesOf('document', 'csv') },
    ONE_SPARE,
  );
  return {
    id: 'csv',
    close: () => pool.close(),
    async convert(step, signal) {
      const { delimiter = '' } = step.input.format.read?.csv ?? {};
      const result = await pool.run({
        args: [`/job/in/${basename(step.input.path)}`, delimiter],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('document', step, context.clock),
        signal,
      });
      if (result.stdout.startsWith('refused')) {
        throw new AppError('FILE_TOO_LARGE', {
          message: 'The table has more rows or columns than a spreadsheet holds.',
        });
      }
      if (result.exitCode !== 0) {
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`csv-to-fods: ${result.stderr}`) });
      }
      return { outputs: [step.output.path], losses: [], expected: {} };
    },
  };
};
