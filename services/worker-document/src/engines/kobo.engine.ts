import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Numbers the sentences of an EPUB for Kobo's readers, or removes these numbers, with a script of ours in a jailed Python: no
 * package of Debian does it.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one book that it sees. Names in
 * the book are names in the output's zip, and never paths; no entity of a page is expanded.
 *
 * @see https://github.com/kobolabs/epub-spec
 */
export const createEngine: EngineFactory = async (context) => {
  const change = pythonScript(context, 'kobo/');
  return {
    id: 'kobo',
    salvages: true,
    async convert(step, signal) {
      const { input, output } = step;
      const args = [
        output.format.read?.kobo?.as === 'numbered book' ? 'number' : 'plain',
        `/job/in/${basename(input.path)}`,
        `/job/out/${basename(output.path)}`,
      ];
      const limits = stepLimits('ebook', 'kobo', step, context.clock);
      const { losses, isDamaged } = await change(step, args, limits, signal);
      if (isDamaged && !step.salvage) throw new AppError('FILE_CORRUPT', { detail: 'a page is broken' });
      return {
        outputs: [output.path],
        losses,
        ...(isDamaged && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};
