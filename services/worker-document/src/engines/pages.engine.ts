import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Loss, type LossCode, lenient, lossOf, rangesOf, wordOptions } from '@filemill/formats';
import {
  type Damage,
  type EngineFactory,
  needsTooMuchMemory,
  nodeFiles,
  ONE_SPARE,
  StandbyPool,
  type Step,
  waitingScript,
} from '@filemill/worker';
import { PercentLines } from '../ebook/running.js';
import type { WordJob } from '../jailed/word.main.js';
import { resourcesOf, stepLimits, wallMsOf } from '../limits.js';
import { createMend } from '../office/mending.js';

const MAX_PAGES = 2_000;
const LOSSES: readonly LossCode[] = ['vector_rasterised', 'forms_dropped', 'fonts_dropped'];

/** PDFium or the script wanted more memory than a jail has, which a PDF that draws itself many times needs. */
const MEMORY_FULL = /Attempted to grow heap|PDFium has no memory|heap out of memory/;

/** Reasons for which the script refuses a PDF. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  encrypted: () => new AppError('FILE_ENCRYPTED'),
  corrupt: () => new AppError('FILE_CORRUPT'),
  range: () => new AppError('OPTION_INVALID', { field: 'pages', rule: 'pages that the document has' }),
  pages: () =>
    new AppError('FILE_TOO_LARGE', {
      message: `The file has more than ${MAX_PAGES.toLocaleString('en-US')} pages, which is the limit.`,
    }),
};

/**
 * Makes Word files of PDFs with a script of ours in a jailed Node: PDFium, as WebAssembly, reads and draws the pages. LibreOffice's
 * import puts all pages on one, and each line into a box of its own.
 *
 * Can it leave the jail? Only by a flaw of the kernel; a flaw of PDFium would first have to leave WebAssembly. What could it do?
 * Corrupt the output of the one file that it sees. Scripts, actions and forms of a PDF are not executed; only links to web and
 * mail addresses are kept.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'word.main.js', ['sharp']);
  const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const program = waitingScript({
    ...script,
    readOnly: [...script.readOnly, { source: wasm, target: '/app/pdfium.wasm' }],
  });
  const pool = new StandbyPool(context, { ...program, limits: resourcesOf('document', 'pages') }, ONE_SPARE);
  const mend = createMend(context);

  async function write(
    inputPath: string,
    step: Step,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ) {
    const answers = new Answers();
    const lines = new PercentLines(onProgress, (line) => answers.read(line));
    const { layout, pages } = lenient(wordOptions).parse(step.options);
    const job: WordJob = {
      ...{ input: `/job/in/${basename(inputPath)}`, output: `/job/out/${basename(step.output.path)}` },
      ...{ layout, maxPages: MAX_PAGES, ranges: pages === undefined ? undefined : rangesOf(pages) },
    };
    const { exitCode, stderr } = await pool.run({
      args: [JSON.stringify(job)],
      inputPath,
      outputFolder: step.folder.out,
      wallMs: wallMsOf('document', step, context.clock),
      signal,
      onStdout: (chunk) => lines.add(chunk),
    });
    if (answers.refusal) throw answers.refusal;
    if (exitCode !== 0) {
      const cause = new Error(`pages: ${stderr}`);
      throw MEMORY_FULL.test(stderr)
        ? needsTooMuchMemory(cause)
        : new AppError('ENGINE_FAILED', {}, { cause });
    }
    const { losses, damage } = answers;
    return { outputs: [step.output.path], losses, ...(damage && { damage }), expected: {} };
  }

  return {
    id: 'pages',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      try {
        return await write(step.input.path, step, signal, onProgress);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
        const mended = await mend(step, 'pdf', stepLimits('document', 'pages', step, context.clock), signal);
        if (!mended) throw error;
        const result = await write(mended.path, step, signal, onProgress);
        return mended.isWhole ? result : { damage: { unit: 'unknown' } as const, ...result };
      }
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
    if (kind === 'missing') this.damage = { unit: 'pages', missing: Number(word), total: Number(count) };
    if (kind === 'loss' && code) this.losses.push(lossOf(code));
  }
}
