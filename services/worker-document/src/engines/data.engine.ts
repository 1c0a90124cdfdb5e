import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { dataOptions, LOSSES, type Loss, type LossCode, lenient, lossOf } from '@filemill/formats';
import {
  type EngineFactory,
  nodeFiles,
  ONE_SPARE,
  StandbyPool,
  type Step,
  waitingScript,
} from '@filemill/worker';
import { resourcesOf, wallMsOf } from '../limits.js';

/** A tree of values and its text; a file that needs more ends with an error of its own. */
const HEAP_MB = 1_200;

/** Reasons for which the script refuses a file. */
const REFUSALS: Readonly<Record<string, (detail: string) => AppError>> = {
  corrupt: (detail) => new AppError('FILE_CORRUPT', { detail }),
  key: () => new AppError('FILE_CORRUPT', { detail: 'a name in it is __proto__, which is not read' }),
  empty: () => new AppError('FILE_CORRUPT', { detail: 'it has no tables' }),
  large: () =>
    new AppError('FILE_TOO_LARGE', { message: 'The file has more values than a conversion may hold.' }),
  deep: () => new AppError('FILE_TOO_LARGE', { message: 'The values of the file are nested too deeply.' }),
  sheet: () => new AppError('OPTION_INVALID', { field: 'sheet', rule: 'the number of a sheet of the file' }),
  columns: () =>
    new AppError('FILE_TOO_LARGE', { message: 'The table has more rows or columns than the format holds.' }),
};

/**
 * Converts data (JSON, YAML, tables, databases …) with a script of ours in a jailed Node: one reader and one writer for each
 * format, and between them one tree of values.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees. No
 * reader runs anything that a file names: no tags of YAML, no entities of XML, no views of a database.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'data.main.js');
  const pool = new StandbyPool(
    context,
    {
      ...waitingScript(script, `--max-old-space-size=${HEAP_MB}`),
      limits: resourcesOf('document', 'data'),
    },
    ONE_SPARE,
  );
  return {
    id: 'data',
    close: () => pool.close(),
    async convert(step, signal) {
      const { input, output, folder } = step;
      const result = await pool.run({
        args: [
          ...[`/job/in/${basename(input.path)}`, `${input.format.read?.data?.reader}`],
          ...[`/job/out/${basename(output.path)}`, `${output.format.write?.data?.writer}`],
          JSON.stringify(settingsOf(step)),
        ],
        inputPath: input.path,
        outputFolder: folder.out,
        wallMs: wallMsOf('document', step, context.clock),
        signal,
      });
      const answer = readAnswer(result.stdout);
      if (answer.refusal) throw answer.refusal;
      if (/heap out of memory|std::bad_alloc/.test(result.stderr)) throw REFUSALS.large?.('');
      if (result.exitCode !== 0)
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`data: ${result.stderr}`) });
      const outputs = Array.from({ length: answer.files }, (_, index) =>
        index === 0 ? output.path : output.path.replace(/(\.\w+)$/, `-${index + 1}$1`),
      );
      return { outputs, losses: answer.losses, expected: {} };
    },
  };
};

/** Those of the output only if it is the user's. */
function settingsOf({ input, output, final, options }: Step): Readonly<Record<string, unknown>> {
  const writer = final ? output.format.write?.data?.writer : undefined;
  return lenient(dataOptions(input.format.read?.data?.reader, writer)).parse(options);
}

interface Answer {
  readonly files: number;
  readonly losses: readonly Loss[];
  readonly refusal?: AppError | undefined;
}

/** What the script has printed. */
function readAnswer(stdout: string): Answer {
  const losses: Loss[] = [];
  let files = 1;
  for (const line of stdout.split('\n')) {
    const [kind, word = '', ...more] = line.split(' ');
    if (kind === 'refused') return { files, losses, refusal: REFUSALS[word]?.(more.join(' ')) };
    if (kind === 'files') files = Math.min(Number(word) || 1, MAX_FILES);
    if (kind === 'loss' && Object.hasOwn(LOSSES, word))
      losses.push(lossOf(word as LossCode, more[0] === undefined ? {} : { count: Number(more[0]) }));
  }
  return { files, losses };
}

/** More than any result that a user would look through. */
const MAX_FILES = 1_000;
