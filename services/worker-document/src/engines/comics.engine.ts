import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Loss, type LossCode, lossOf } from '@filemill/formats';
import {
  type Damage,
  type EngineFactory,
  nodeFiles,
  ONE_SPARE,
  StandbyPool,
  waitingScript,
} from '@filemill/worker';
import { PercentLines } from '../ebook/running.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/** Reasons for which the script refuses a comic. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  corrupt: () => new AppError('FILE_CORRUPT', { detail: 'none of its pages can be read' }),
  empty: () => new AppError('FILE_CORRUPT', { detail: 'it has no pages' }),
  pixels: () =>
    new AppError('FILE_TOO_LARGE', { message: 'A page of the comic has more than 100 million pixels.' }),
};
const LOSSES: readonly LossCode[] = ['animation_dropped', 'attachments_dropped'];

/**
 * Makes books of comics with a script of ours in a jailed Node: each page is one picture, whose pixels stay as they are.
 * calibre would shrink the pictures, and prints no PDF without a browser.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one comic that it sees:
 * no name of an entry becomes a path.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'comic.main.js', ['sharp']);
  const program = { ...waitingScript(script), limits: resourcesOf('ebook', 'comics') };
  const pool = new StandbyPool(context, program, ONE_SPARE);
  return {
    id: 'comics',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const { input, output, folder } = step;
      const answers = new Answers();
      const lines = new PercentLines(onProgress, (line) => answers.read(line));
      const { exitCode, stderr } = await pool.run({
        args: [
          ...[`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`],
          `${output.format.write?.comics?.book}`,
        ],
        inputPath: input.path,
        outputFolder: folder.out,
        wallMs: wallMsOf('ebook', step, context.clock),
        signal,
        onStdout: (chunk) => lines.add(chunk),
      });
      if (answers.refusal) throw answers.refusal;
      if (exitCode !== 0) throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`comics: ${stderr}`) });
      const { losses, damage } = answers;
      return { outputs: [output.path], losses, ...(damage && { damage }), expected: {} };
    },
  };
};

/** What the script has printed. */
class Answers {
  readonly losses: Loss[] = [];
  damage: Damage | undefined;
  refusal: AppError | undefined;

  read(line: string): void {
    const [kind, word = '', count] = line.split(' ');
    const code = LOSSES.find((known) => known === word);
    if (kind === 'refused') this.refusal = REFUSALS[word]?.();
    if (kind === 'damaged') this.damage = { unit: 'pages', missing: Number(word), total: Number(count) };
    if (kind === 'loss' && code)
      this.losses.push(lossOf(code, code === 'attachments_dropped' ? { count: Number(count) } : {}));
  }
}
