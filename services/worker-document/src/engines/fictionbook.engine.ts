import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type EngineFactory, nodeFiles, ONE_SPARE, StandbyPool, waitingScript } from '@filemill/worker';
import { lossesThroughFictionBook } from '../ebook/losses.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/**
 * Writes FictionBook with a script of ours in a jailed Node: calibre drops links and notes, pandoc drops cover and
 * language.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one book that it
 * sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'book-fb2.main.js', ['sharp']);
  const pool = new StandbyPool(
    context,
    { ...waitingScript(script), limits: resourcesOf('ebook', 'fictionbook') },
    ONE_SPARE,
  );
  return {
    id: 'fictionbook',
    close: () => pool.close(),
    async convert(step, signal) {
      const { exitCode, stderr, stdout } = await pool.run({
        args: [`/job/in/${basename(step.input.path)}`],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('ebook', step, context.clock),
        signal,
      });
      const reported = stdout.split('\n');
      const cause = new Error(`book-fb2: ${stderr}`);
      if (reported.includes('refused')) throw new AppError('FILE_CORRUPT', {}, { cause });
      if (exitCode !== 0) throw new AppError('ENGINE_FAILED', {}, { cause });
      return {
        outputs: [step.output.path],
        losses: await lossesThroughFictionBook(context.reading, step, reported),
        expected: {},
      };
    },
  };
};
