import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Reads messages and saved web pages with a script of ours in a jailed Python, and writes each as a book of one chapter: head,
 * text and the pictures inside it. A message of Outlook becomes an ordinary one before, by Perl's library in the same jail.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one message that it sees.
 * Nothing that a message names is fetched, and no name in it becomes a path; what its page may run or load is removed by the
 * engines that read books.
 */
export const createEngine: EngineFactory = async (context) => {
  // Fails at the start of the worker if it is not installed.
  context.program('msgconvert');
  const read = pythonScript(context, 'mailbox/');
  return {
    id: 'mailbox',
    salvages: true,
    async convert(step, signal) {
      const { input, output } = step;
      const args = [
        ...[`/job/in/${basename(input.path)}`, `${input.format.read?.mailbox?.source}`],
        `/job/out/${basename(output.path)}`,
      ];
      const limits = stepLimits('document', 'mailbox', step, context.clock);
      const { losses, isDamaged: isCut } = await read(step, args, limits, signal);
      const isDamaged = isCut || input.facts.damage !== undefined;
      if (isDamaged && !step.salvage) throw new AppError('FILE_CORRUPT', { detail: 'its end is missing' });
      return {
        outputs: [output.path],
        losses,
        ...(isDamaged && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};
