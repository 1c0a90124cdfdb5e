import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@filemill/errors';
import { lenient, sheetCsvOptions } from '@filemill/formats';
import {
  type EngineContext,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  nodeFiles,
  type RunRequest,
  type Step,
} from '@filemill/worker';

/** The name of a table until it takes the place of the one that LibreOffice wrote. */
const REWRITTEN = 'rewritten.csv';

type Rewrite = (
  outputs: readonly string[],
  step: Step,
  limits: RunRequest['limits'],
  signal: AbortSignal,
) => Promise<readonly string[]>;

/**
 * LibreOffice writes every CSV alike; a script of ours in a jailed Node gives it the delimiter, quotes, line ends and encoding
 * that the user wants.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the tables of the one job.
 */
export function createTableRewriter(context: EngineContext): Rewrite {
  const script = nodeFiles(new URL('../../', import.meta.url), 'table-text.main.js');
  return async (outputs, step, limits, signal) => {
    if (step.output.format.id !== 'csv') return outputs;
    const { sheet, ...text } = lenient(sheetCsvOptions).parse(step.options);
    if (isAsWritten(text)) return outputs;
    for (const output of outputs) {
      const paths = [`/job/out/${basename(output)}`, `/job/out/${REWRITTEN}`];
      const { exitCode, stderr } = await context.run({
        program: JAILED_NODE,
        args: [...JAILED_NODE_FLAGS, script.path, ...paths, JSON.stringify(text)],
        readOnly: script.readOnly,
        folder: step.folder,
        limits,
        signal,
      });
      const made = join(dirname(output), REWRITTEN);
      const isMade = exitCode === 0 && (await lstat(made)).isFile();
      if (!isMade) throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`table-text: ${stderr}`) });
      await rename(made, output);
    }
    return outputs;
  };
}

/** LibreOffice's own form: LF, although RFC 4180 has CRLF. */
const isAsWritten = ({ delimiter, encoding, lineEnd, quote }: TableText): boolean =>
  delimiter === 'comma' && encoding === 'utf-8' && quote === 'needed' && (lineEnd ?? 'lf') === 'lf';
type TableText = Readonly<Partial<Record<'delimiter' | 'encoding' | 'lineEnd' | 'quote', string>>>;
