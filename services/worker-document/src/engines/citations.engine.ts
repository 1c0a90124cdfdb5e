import { basename } from 'node:path';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Converts lists of references: bibutils between their formats, pandoc to a page in a style of citation and to CSL-JSON. A
 * script of ours starts both in the jail.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one list that it sees: a
 * list names no file that either would open.
 */
export const createEngine: EngineFactory = async (context) => {
  // Fails at the start of the worker if one is not installed.
  for (const program of ['pandoc', 'bib2xml', 'xml2bib']) context.program(program);
  const convert = pythonScript(context, 'citations/');
  return {
    id: 'citations',
    async convert(step, signal) {
      const { input, output } = step;
      const args = [
        ...[`/job/in/${basename(input.path)}`, `${input.format.read?.citations?.reader}`],
        ...[`/job/out/${basename(output.path)}`, `${output.format.write?.citations?.writer}`],
      ];
      const limits = stepLimits('ebook', 'citations', step, context.clock);
      const { losses } = await convert(step, args, limits, signal);
      return { outputs: [output.path], losses, expected: {} };
    },
  };
};
