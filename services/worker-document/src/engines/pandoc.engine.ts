import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { type FormatSpec, markupArguments } from '@filemill/formats';
import {
  type EngineFactory,
  type Limits,
  needsTooMuchMemory,
  nodeFiles,
  ONE_SPARE,
  type RunRequest,
  StandbyPool,
  type Step,
  type StepResult,
  waitingScript,
} from '@filemill/worker';
import { lossesThroughPandoc } from '../ebook/losses.js';
import { resourcesOf, stepLimits } from '../limits.js';
import { createMend } from '../office/mending.js';

const FILTER = '/app/book.lua';
const MARKUP_FILTER = '/app/markup.lua';
/** Maximum heap of pandoc: a larger book is refused instead of swapped. */
const MEMORY = ['+RTS', '-M512M', '-RTS'];

/** pandoc reads office files itself, markups in two steps, and for all other formats the page that our script makes. */
const PAGE = ['--from=html+epub_html_exts-native_divs', '/job/out/markup.html'];
const TREE = '/job/out/markup.json';
const DOCBOOK = '/job/out/markup.xml';
const UNBOXED = 'unboxed.docx';
const sourceArguments = (source: string, { input: { format }, folder }: Step): readonly string[] => {
  if (source === 'word') {
    const isUnboxed = existsSync(join(folder.out, UNBOXED));
    return ['--from=docx', isUnboxed ? `/job/out/${UNBOXED}` : fileOf(format)];
  }
  if (source === 'opendocument') return ['--from=odt', fileOf(format)];
  return source === 'markup' ? ['--from=json', TREE] : PAGE;
};
/** What writes the output; an intermediate file has no settings of the user. */
const argumentsOf = ({ output, final, options }: Step): readonly string[] => {
  const write = output.format.write?.pandoc;
  return write ? markupArguments(write, final ? options : {}) : [];
};
/** The input, in the jail. */
const fileOf = ({ extensions: [extension] }: FormatSpec): string => `/job/in/in.${extension}`;
/** What the filter reports on the standard error output. */
const REPORTED = /^dropped: (\w+)$/gm;

/** Shares of the whole time, measured on novels; pandoc itself reports no progress. */
const PREPARED = 0.1;

/**
 * Exit status of pandoc for a file that it cannot parse (its manual, "Exit codes"), and of its runtime for a full heap.
 */
const UNREADABLE = 64;
/** Used for several errors, one of which is a Word file that pandoc cannot read as a zip. */
const OTHER = 63;
const NO_CONTAINER = /couldn't (?:unpack docx|parse odt) container|Couldn't unpack ODT/i;
const HEAP_FULL = 251;
/** What the filter says of a markup with thousands of quotes or lists inside each other. */
const TOO_DEEP = /too many levels/;

/**
 * Converts markups, text, web pages and office files to each other and to and from EPUB with pandoc.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? It is Haskell without a foreign decoder, so
 * only corrupt the output of the one file that it sees. It would read any path that a document names; our script and
 * the filter remove them, and the jail contains no other user's files. AsciiDoc is read by Asciidoctor first, which is Ruby
 * and includes no file in its safest mode. No TeX, no network.
 */
export const createEngine: EngineFactory = async (context) => {
  const program = context.program('pandoc');
  const asciidoctor = context.program('asciidoctor');
  const markup = nodeFiles(new URL('../../', import.meta.url), 'markup.main.js', ['sharp']);
  const pool = new StandbyPool(
    context,
    { ...waitingScript(markup), limits: resourcesOf('ebook', 'pandoc') },
    ONE_SPARE,
  );
  const mend = createMend(context);
  const scriptAt = (name: string, target: string) => ({
    source: fileURLToPath(new URL(`../../pandoc/${name}`, import.meta.url)),
    target,
  });
  const filter = scriptAt('book.lua', FILTER);
  const markupFilter = scriptAt('markup.lua', MARKUP_FILTER);

  /** @returns what a web page has that no book format can hold */
  async function prepare(
    { input, output }: Step,
    { folder, limits, signal }: Common,
  ): Promise<readonly string[]> {
    const source = input.format.read?.pandoc?.source;
    const file = fileOf(input.format);
    const pictures = output.format.write?.pandoc?.pictures ?? 'all';
    const result = await pool.run({
      args: [`${source}`, file, pictures],
      inputPath: input.path,
      outputFolder: folder.out,
      wallMs: limits.wallMs,
      signal,
    });
    if (result.exitCode !== 0)
      throw new AppError('FILE_CORRUPT', {}, { cause: failed(`markup: ${result.stderr}`) });
    return result.stdout.split('\n').filter(Boolean);
  }

  /**
   * Reads a markup into pandoc's tree in its sandbox, which opens no file that the markup names: `include`, `\\input`.
   * Its filter removes the names of pictures. Most writers need files that the sandbox hides, so a second run writes the
   * output.
   *
   * @returns what the filter dropped
   */
  async function readMarkup({ input }: Step, common: Common): Promise<readonly string[]> {
    const isForeign = input.format.read?.pandoc?.through !== undefined;
    const file = isForeign ? await readAsciiDoc(fileOf(input.format), common) : fileOf(input.format);
    const args = [
      ...MEMORY,
      '--sandbox',
      `--lua-filter=${MARKUP_FILTER}`,
      `--from=${input.format.read?.pandoc?.reader}`,
      '--to=json',
    ];
    args.push(`--output=${TREE}`, file);
    const { exitCode, stderr } = await context.run({ ...common, program, args, readOnly: [markupFilter] });
    if (exitCode === HEAP_FULL || TOO_DEEP.test(stderr)) throw needsTooMuchMemory(failed(stderr));
    if (exitCode !== 0) throw new AppError('FILE_CORRUPT', {}, { cause: failed(stderr) });
    return droppedIn(stderr);
  }

  /** In its safest mode, which opens no file that the document names. @returns the document as DocBook, in the jail */
  async function readAsciiDoc(file: string, common: Common): Promise<string> {
    const args = ['--safe-mode=secure', '--backend=docbook5', '--attribute=reproducible'];
    args.push(`--out-file=${DOCBOOK}`, file);
    const { exitCode, stderr } = await context.run({ ...common, program: asciidoctor, args });
    if (exitCode !== 0) throw new AppError('FILE_CORRUPT', {}, { cause: failed(stderr) });
    return DOCBOOK;
  }

  return {
    id: 'pandoc',
    salvages: true,
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const kind = step.input.format.read?.pandoc?.mend;
      // The first try has already decided about what cannot be repaired.
      if (step.salvage && !kind) throw new AppError('FILE_CORRUPT');
      try {
        return await convertOnce(step, signal, onProgress);
      } catch (error) {
        if (!kind || !(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
        const mended = await mend(step, kind, stepLimits('ebook', 'pandoc', step, context.clock), signal);
        if (!mended || (!mended.isWhole && !step.salvage)) throw error;
        await rename(mended.path, step.input.path);
        const result = await convertOnce(step, signal, onProgress);
        return mended.isWhole ? result : { ...result, damage: { unit: 'unknown' } };
      }
    },
  };

  async function convertOnce(
    step: Step,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<StepResult> {
    const { source = '' } = step.input.format.read?.pandoc ?? {};
    const limits = stepLimits('ebook', 'pandoc', step, context.clock);
    const cpuSeconds = source === 'markup' ? await secondsFor(step.input.path, limits) : limits.cpuSeconds;
    const common = { folder: step.folder, limits: { ...limits, cpuSeconds }, signal };
    const seen = await (source === 'markup' ? readMarkup : prepare)(step, common);
    onProgress(PREPARED);
    const { exitCode, stderr } = await context.run({
      ...common,
      program,
      args: [
        ...[...MEMORY, `--lua-filter=${FILTER}`],
        ...argumentsOf(step),
        `--output=/job/out/out.${step.output.format.extensions[0]}`,
        ...sourceArguments(source, step),
      ],
      readOnly: [filter],
    });
    if (exitCode === HEAP_FULL) throw needsTooMuchMemory();
    const isUnreadable = exitCode === UNREADABLE || (exitCode === OTHER && NO_CONTAINER.test(stderr));
    if (isUnreadable) throw new AppError('FILE_CORRUPT', {}, { cause: failed(stderr) });
    if (exitCode !== 0) throw failed(`pandoc, ${exitCode}: ${stderr}`);
    return {
      outputs: [step.output.path],
      losses: await lossesThroughPandoc(context.reading, step, [...seen, ...droppedIn(stderr)]),
      expected: {},
    };
  }
};

/**
 * CPU seconds of each run for a markup of any size, and bytes for each further one. An ordinary markup of 50 kB needs a
 * sixth of them, and one of 500 kB a third.
 */
const LEAST_SECONDS = 3;
const BYTES_A_SECOND = 50_000;
/** Some readers need quadratic time for nested marks, so that a few kilobytes would take all the time of a book. */
async function secondsFor(path: string, limits: Limits): Promise<number> {
  const { size } = await stat(path);
  return Math.min(limits.cpuSeconds, LEAST_SECONDS + Math.ceil(size / BYTES_A_SECOND));
}

type Common = Pick<RunRequest, 'folder' | 'limits' | 'signal'>;

const droppedIn = (stderr: string): string[] => [...stderr.matchAll(REPORTED)].map(([, kind = '']) => kind);

const failed = (detail: string): AppError => new AppError('ENGINE_FAILED', {}, { cause: new Error(detail) });
