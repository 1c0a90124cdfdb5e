import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineFactory,
  jobMemory,
  nodeFiles,
  ONE_SPARE,
  resourceLimits,
  StandbyPool,
  waitingScript,
} from '@filemill/worker';

const PROCESSES = 64;

/**
 * Converts CSV to flat OpenDocument with a script of ours in a jailed Node: LibreOffice would ask for delimiter and
 * encoding, and would change the types of cells.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'csv-to-fods.main.js');
  const {
    wallMs: longestMs = 0,
    cpuSeconds,
    outputBytes,
  } = resourceLimits('document', Number.POSITIVE_INFINITY);
  const pool = new StandbyPool(
    context,
    {
      ...waitingScript(script),
      limits: {
        wallMs: longestMs,
        cpuSeconds,
        ...jobMemory('csv'),
        fileBytes: outputBytes,
        processes: PROCESSES,
      },
    },
    ONE_SPARE,
  );
  return {
    id: 'csv',
    close: () => pool.close(),
    async convert(step, signal) {
      const { delimiter = '' } = step.input.format.read?.csv ?? {};
      const wallMs = Math.min(longestMs, step.deadlineMs - context.clock.nowMs());
      if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
      const result = await pool.run({
        args: [`/job/in/${basename(step.input.path)}`, delimiter],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs,
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
