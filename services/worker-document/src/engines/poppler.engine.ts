import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@filemill/errors';
import {
  type Loss,
  type LossCode,
  lenient,
  lossOf,
  type PageRange,
  pageOptions,
  pagePictureOptions,
  pageTextOptions,
  rangesOf,
} from '@filemill/formats';
import {
  type Damage,
  type EngineContext,
  type EngineFactory,
  LineReader,
  MAX_PAGE_PIXELS,
  nodeFiles,
  ONE_SPARE,
  type RunRequest,
  StandbyPool,
  type Step,
  type StepResult,
  waitingScript,
} from '@filemill/worker';
import type { PagesJob } from '../jailed/pages.main.js';
import { resourcesOf, stepLimits } from '../limits.js';
import { createMend } from '../office/mending.js';

const DPI = 150;
/** The largest picture that our output check accepts, and the longest side of a WebP. */
const MAX_PICTURE_PIXELS = Math.min(MAX_PAGE_PIXELS, 100_000_000);
const MAX_PAGES = 2_000;
/** The longest answer has about 20 characters. */
const MAX_LINE_BYTES = 256;

/** Reasons for which the jailed script may refuse a file. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  encrypted: () => new AppError('FILE_ENCRYPTED'),
  corrupt: () => new AppError('FILE_CORRUPT'),
  pages: () =>
    tooLarge(`The file has more than ${MAX_PAGES.toLocaleString('en-US')} pages, which is the limit.`),
  ...Object.fromEntries(
    ['cropLeft', 'cropTop', 'width', 'height'].map((field) => [
      field,
      () => new AppError('OPTION_INVALID', { field }),
    ]),
  ),
  range: () => noSuchPages(),
};
const noSuchPages = (): AppError =>
  new AppError('OPTION_INVALID', { field: 'pages', rule: 'pages that the document has' });
/** A page above the limit of pixels: the resolution is at fault if the usual one would be below it. */
const tooManyPixels = (dpi: number): AppError =>
  dpi > DPI
    ? new AppError('OPTION_INVALID', { field: 'dpi', rule: `${MOST_PIXELS} on each page` })
    : tooLarge(`A page has more than ${MOST_PIXELS} at ${dpi} dots per inch.`);
const MOST_PIXELS = `${MAX_PICTURE_PIXELS.toLocaleString('en-US')} pixels`;
const tooLarge = (message: string): AppError => new AppError('FILE_TOO_LARGE', { message });

/**
 * Whether a message of poppler means that content is lost. A cross-reference table that it rebuilds, or a wrong length
 * that it corrects, is not a loss.
 */
const reportsLoss = (line: string): boolean =>
  (/Bad|Unexpected end of file|Incorrect/.test(line) && /[fF]late|JPX|JBIG2|DCT|CCITTFax|LZW/.test(line)) ||
  /Corrupt JPEG|Premature end of JPEG|Unterminated string/.test(line);
/** poppler's message about a page that does not exist; it draws another page a second time instead. */
const MISSING_PAGE = /Kid object \(page (\d{1,8})\) is wrong type/g;

/**
 * Converts PDF with poppler, one process per job: pdftotext for text, pdftocairo for drawings, pdftoppm piped raw into
 * sharp for pictures (pdftoppm's own PNG takes eight times as long). It reads damaged files as far as possible; its messages decide
 * whether that was damage.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it
 * sees. Actions, links and forms are not executed; poppler fetches nothing.
 */
export const createEngine: EngineFactory = async (context) => {
  const pages = nodeFiles(new URL('../../', import.meta.url), 'pages.main.js', ['sharp']);
  const pool = new StandbyPool(
    context,
    { ...waitingScript(pages), limits: resourcesOf('document', 'poppler') },
    ONE_SPARE,
  );
  const pdftotext = context.program('pdftotext');
  const mend = createMend(context);

  async function draw(
    inputPath: string,
    as: PagesJob['as'],
    step: Step,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<ReadResult> {
    const extension = step.output.format.extensions[0];
    const answers = new Answers(onProgress);
    const result = await pool.run({
      args: [JSON.stringify(jobOf(`/job/in/${basename(inputPath)}`, as, step))],
      inputPath,
      outputFolder: step.folder.out,
      wallMs: request(step, context).limits.wallMs,
      signal,
      onStdout: (chunk) => answers.lines.add(chunk),
    });
    if (answers.refused === 'pixels') throw tooManyPixels(settingsOf(step).dpi);
    const refusal = answers.refused && REFUSALS[answers.refused];
    if (refusal) throw refusal();
    if (result.exitCode !== 0) throw engineFailed('poppler', result.stderr);
    const missingPages = new Set([...result.stderr.matchAll(MISSING_PAGE)].map(([, page]) => Number(page)));
    const drawn = (await readdir(step.folder.out)).filter((name) => name.endsWith(`.${extension}`));
    const names = drawn.filter((name) => as === 'ps' || !missingPages.has(pageOf(name))).sort();
    if (drawn.length > answers.count)
      throw engineFailed('poppler', `${drawn.length} of ${answers.count} pages`);
    if (names.length === 0) throw new AppError('FILE_CORRUPT');
    const missing = as === 'ps' ? missingPages.size : answers.count - names.length;
    const damage: Damage | undefined =
      missing > 0 ? { unit: 'pages', missing, total: answers.count } : damageOf(result.stderr);
    return {
      outputs: names.map((name) => join(step.folder.out, name)),
      losses: answers.losses,
      ...(damage && { damage }),
      expected: {},
      isEmpty: answers.isBlank,
    };
  }

  async function extractText(input: string, step: Step, signal: AbortSignal): Promise<ReadResult> {
    const { layout, pages } = lenient(pageTextOptions).parse(step.options);
    const ranges = pages === undefined ? [ALL_PAGES] : rangesOf(pages);
    const results: ReadResult[] = [];
    for (const [part, range] of ranges.entries()) {
      const name = part === 0 ? 'out.txt' : `part-${part}.txt`;
      const result = await extractPart({ input, name, layout, range }, step, signal);
      if (!result) break;
      results.push(result);
      if (part > 0) await append(join(step.folder.out, name), step.output.path);
    }
    const [first] = results;
    if (!first) throw noSuchPages();
    const damage = results.find((result) => result.damage)?.damage;
    const isEmpty = results.every((result) => result.isEmpty);
    return { ...first, ...(damage && { damage }), isEmpty };
  }

  /** @returns undefined for pages behind the last one */
  async function extractPart(
    { input, name, layout, range: [first, last] }: TextPart,
    step: Step,
    signal: AbortSignal,
  ): Promise<ReadResult | undefined> {
    const result = await context.run({
      ...request(step, context),
      program: pdftotext,
      args: [
        ...(layout === 'keep' ? ['-layout'] : []),
        ...['-enc', 'UTF-8', '-eol', 'unix', '-f', `${first}`, '-l', `${Math.min(last, MAX_PAGES)}`],
        ...[input, `/job/out/${name}`],
      ],
      signal,
    });
    if (/Wrong page range/.test(result.stderr)) return undefined;
    if (/incorrect password/i.test(result.stderr)) throw new AppError('FILE_ENCRYPTED');
    if (result.exitCode !== 0)
      throw new AppError('FILE_CORRUPT', {}, { cause: engineFailed('pdftotext', result.stderr) });
    const damage = damageOf(result.stderr);
    const outputs = [step.output.path];
    const path = join(step.folder.out, name);
    const hasWords = await context.reading.run('hasWords', { path }, undefined, { signal });
    return { outputs, losses: [], ...(damage && { damage }), expected: {}, isEmpty: !hasWords };
  }

  return {
    id: 'poppler',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const as = step.output.format.write?.poppler?.as ?? 'text';
      const read = (path: string, shown: string): Promise<ReadResult> =>
        as === 'text' ? extractText(shown, step, signal) : draw(path, as, step, signal, onProgress);
      const readable = await read(step.input.path, '/job/in/in.pdf').catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
        // poppler does not skip all bytes that may precede the header, and a truncated file has no trailer.
        const mended = await mend(step, 'pdf', request(step, context).limits, signal);
        if (!mended) throw error;
        const result = await read(mended.path, `/job/out/${basename(mended.path)}`);
        if (mended.isWhole) return result;
        if (result.isEmpty) throw error;
        return { damage: { unit: 'unknown' } as const, ...result };
      });
      const { isEmpty, ...result } = readable;
      return result;
    },
  };
};

/** A result, and whether it has neither text nor drawings. */
type ReadResult = StepResult & { readonly isEmpty: boolean };

const damageOf = (stderr: string): Damage | undefined =>
  stderr.split('\n').some(reportsLoss) || stderr.search(MISSING_PAGE) >= 0 ? { unit: 'unknown' } : undefined;

const engineFailed = (program: string, stderr: string): AppError =>
  new AppError('ENGINE_FAILED', {}, { cause: new Error(`${program}: ${stderr}`) });

const request = (step: Step, { clock }: EngineContext): Pick<RunRequest, 'folder' | 'limits'> => ({
  folder: step.folder,
  limits: stepLimits('document', 'poppler', step, clock),
});

const ALL_PAGES: PageRange = [1, MAX_PAGES];

/** A part of the text, and the file of the step for it. */
interface TextPart {
  readonly input: string;
  readonly name: string;
  readonly layout: 'keep' | 'flow';
  readonly range: PageRange;
}

const append = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createWriteStream(to, { flags: 'a' }));

/** Drawings have only some of them, so the others have their defaults. */
const settingsOf = ({ options }: Step) => lenient(pagePictureOptions).parse(options);

function jobOf(input: string, as: PagesJob['as'], step: Step): PagesJob {
  const { quality = 0 } = { ...step.output.format.write?.poppler, ...step.options };
  const { pages, dpi, grey } = settingsOf(step);
  return {
    ...{ input, as, extension: step.output.format.extensions[0], quality: Number(quality) },
    ...{ dpi, grey, maxPages: MAX_PAGES, maxPixels: MAX_PICTURE_PIXELS },
    ranges: pages === undefined ? undefined : rangesOf(pages),
    // Shades are made when a page is written.
    edits: { ...lenient(pageOptions).parse(step.options), grey: false },
  };
}

/** Number of the page in the name of a file that the script wrote. */
const pageOf = (name: string): number => Number(/^out-(\d+)\./.exec(name)?.[1]);

const LOSSES: readonly LossCode[] = ['colours_reduced', 'vector_rasterised'];

/** Reads the jailed script's reports, line by line. */
class Answers {
  count = 0;
  refused: string | undefined;
  /** Every page is white. */
  isBlank = false;
  readonly losses: Loss[] = [];
  readonly lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => this.read(line));

  constructor(private readonly onProgress: (fraction: number) => void) {}

  private read(line: string): void {
    const [kind, value] = line.split(' ');
    if (kind === 'pages') this.count = Number(value);
    if (kind === 'refused') this.refused = value;
    if (kind === 'blank') this.isBlank = true;
    const loss = kind === 'loss' ? LOSSES.find((code) => code === value) : undefined;
    if (loss) this.losses.push(lossOf(loss));
    if (kind === 'page' && this.count > 0) this.onProgress(Number(value) / this.count);
  }
}
