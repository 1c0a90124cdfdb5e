import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineFactory,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  jobMemory,
  nodeFiles,
  resourceLimits,
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
  return {
    id: 'csv',
    async convert(step, signal) {
      const { delimiter = '' } = step.input.format.read?.csv ?? {};
      const limits = resourceLimits('document', Number.POSITIVE_INFINITY);
      const wallMs = Math.min(
        limits.wallMs ?? Number.POSITIVE_INFINITY,
        step.deadlineMs - context.clock.nowMs(),
      );
      if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
      const result = await context.run({
        program: JAILED_NODE,
        args: [...JAILED_NODE_FLAGS, script.path, `/job/in/${basename(step.input.path)}`, delimiter],
        readOnly: script.readOnly,
        folder: step.folder,
        limits: {
          wallMs,
          cpuSeconds: limits.cpuSeconds,
          ...jobMemory('csv'),
          fileBytes: limits.outputBytes,
          processes: PROCESSES,
        },
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
