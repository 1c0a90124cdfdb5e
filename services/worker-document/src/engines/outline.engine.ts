import { basename } from 'node:path';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Writes the text of slides as a web page, for pandoc, with a script of ours in a jailed Python. LibreOffice has read the
 * upload, whatever its format, and written it as XML, so no byte of the upload comes here.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const outline = pythonScript(context, 'outline/');
  return {
    id: 'outline',
    async convert(step, signal) {
      const { input, output } = step;
      const args = [`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`];
      const limits = stepLimits('document', 'outline', step, context.clock);
      const { losses } = await outline(step, args, limits, signal);
      return { outputs: [output.path], losses, expected: {} };
    },
  };
};
