import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { bookArguments } from '@filemill/formats';
import { type EngineContext, type EngineFactory, ONE_SPARE, StandbyPool, type Step } from '@filemill/worker';
import { lossesThroughCalibre } from '../ebook/losses.js';
import { PercentLines } from '../ebook/running.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/** Settings, plug-ins and temporary files are in the jail's own /tmp, so nothing of an earlier job is left. */
const ENVIRONMENT = {
  CALIBRE_CONFIG_DIRECTORY: '/tmp/calibre',
  CALIBRE_TEMP_DIR: '/tmp',
  QT_QPA_PLATFORM: 'offscreen', // it draws SVG pictures by Qt, which would look for a screen
  XDG_RUNTIME_DIR: '/tmp',
};

/** Our start of calibre, which corrects it and waits for its job; `-u`, or its progress would come at its end. */
const SCRIPTS = fileURLToPath(new URL('../../calibre/', import.meta.url));
const SHOWN = '/calibre';
const WAIT = ['-I', '-B', '-u', `${SHOWN}/standby.py`];

/** calibre's message for each drawing that it rasterises: its oeb/transforms/rasterize.py. */
const DRAWN = /^Rasterizing .+ to \d+ ?x ?\d+$/;

/** Until this percentage calibre reads the book: a failure before it is the file's. The figure is calibre's own. */
const READ_PERCENT = 34;

/**
 * Converts books between containers with calibre, one process per job, which has loaded calibre before the job came.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Run code from the uploaded file, and so
 * corrupt the output of the one book that it sees: it has no network, no settings, no plug-ins. It gets only books,
 * under names that we choose. Recipes, which it would run, are not formats of its catalogue. Of Markdown in a zip it would read
 * pictures from anywhere on the disk, and of a zipped page the cover: `calibre/corrections.py` takes both away.
 */
export const createEngine: EngineFactory = async (context) => {
  // Fails at the start of the worker if calibre is not installed.
  context.program('ebook-convert');
  const program = {
    program: context.program('python3'),
    waitsWith: WAIT,
    env: ENVIRONMENT,
    readOnly: [{ source: SCRIPTS, target: SHOWN }],
    limits: resourcesOf('ebook', 'calibre'),
  };
  const pool = new StandbyPool(context, program, ONE_SPARE);
  return {
    id: 'calibre',
    salvages: true,
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const isCut = await isCutShort(context, step);
      let hasDrawn = false;
      const lines = new PercentLines(onProgress, (line) => {
        hasDrawn ||= DRAWN.test(line);
      });
      const result = await pool.run({
        args: argumentsOf(step),
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('ebook', step, context.clock),
        signal,
        onStdout: (chunk) => lines.add(chunk),
      });
      if (result.exitCode !== 0) throw failure(lines.percent, result.stderr);
      return {
        outputs: [step.output.path],
        losses: await lossesThroughCalibre(context.reading, step, hasDrawn),
        ...(isCut && { damage: { unit: 'unknown' } }),
        expected: {},
      };
    },
  };
};

/** With less than this share of its text a book is refused. */
const LEAST_TEXT = 1 / 20;

/** Books of which calibre silently writes a shorter or empty one if a part is missing. */
const SHORTENED: readonly unknown[] = ['kindle', 'palm', 'declared'];

/**
 * Whether a part of a book is missing that calibre does not miss.
 *
 * @throws {AppError} FILE_CORRUPT at the first try, and if hardly any text is left
 */
async function isCutShort({ reading }: EngineContext, { input, salvage }: Step): Promise<boolean> {
  const { damage } = input.facts;
  const contained = input.format.read?.calibre?.contents;
  if (!SHORTENED.includes(contained) || damage === undefined) return false;
  if (!salvage) throw new AppError('FILE_CORRUPT', { detail: damage });
  if (contained !== 'kindle') return true;
  const contents = await reading.run('kindleContents', { path: input.path }, undefined);
  const { textRecords, textRecordsLeft } = contents;
  if (textRecordsLeft === 0 || textRecordsLeft < textRecords * LEAST_TEXT) {
    throw new AppError('FILE_CORRUPT', { detail: damage });
  }
  return true;
}

function argumentsOf({ input, output, options, final }: Step): string[] {
  return [
    `/job/in/in.${input.format.extensions[0]}`,
    `/job/out/out.${output.format.extensions[0]}`,
    ...(input.format.read?.calibre?.arguments ?? []),
    ...(output.format.write?.calibre?.args?.(options) ?? []),
    // Of two arguments of one name the last one counts.
    ...bookArguments(final ? options : {}),
  ];
}

function failure(percent: number, stderr: string): AppError {
  const cause = new Error(`ebook-convert, at ${percent} %: ${stderr}`);
  if (/\bDRMError\b/.test(stderr)) return new AppError('FILE_ENCRYPTED', {}, { cause });
  return new AppError(percent < READ_PERCENT ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}
