import { registry } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import type { EngineFactory, Step } from '@filemill/worker';
import { ebookLimits } from '../ebook/limits.js';
import { lossesThroughCalibre } from '../ebook/losses.js';
import { PercentLines } from '../ebook/percent-lines.js';

/** Settings, plug-ins and what it unpacks lie in the jail's own /tmp: nothing of an earlier job is found. */
const ENVIRONMENT = {
  CALIBRE_CONFIG_DIRECTORY: '/tmp/calibre',
  CALIBRE_TEMP_DIR: '/tmp',
  PYTHONUNBUFFERED: '1', // else its progress comes at its end
  QT_QPA_PLATFORM: 'offscreen', // it draws SVG pictures by Qt, which would look for a screen
  XDG_RUNTIME_DIR: '/tmp',
};

/** As much as a book may unpack to: docs/security.md. */
const TMP_BYTES = 2 * 1024 ** 3;

/** Sizes of letters stay those of the book. */
const KEEP = ['--disable-font-rescaling'];
/** For a book without a cover it would paint one. */
const BY_OUTPUT: Readonly<Record<string, readonly string[]>> = {
  epub: ['--no-default-epub-cover', '--preserve-cover-aspect-ratio'],
};
/** It would begin a FictionBook with a table of contents of its own making. */
const BY_INPUT: Readonly<Record<string, readonly string[]>> = { fb2: ['--no-inline-fb2-toc'] };
/** Outputs whose text it can pack, in Python and slowly. */
const PACKABLE = ['mobi', 'azw3'];

/** What calibre says of each drawing of which it makes pixels: its oeb/transforms/rasterize.py. */
const DRAWN = /^Rasterizing .+ to \d+ ?x ?\d+$/;

/** Until here calibre reads the book: what fails is the book's fault. Its own figure. */
const READ_PERCENT = 34;

/**
 * Books from one container into another by calibre, a process per job.
 *
 * Can it leave the jail? It would need the kernel. What could it do? Run code of a stranger's, and so spoil the output of the
 * one book that it sees: it has no network, no settings, no plug-ins. Only books reach it, under names that we chose; a
 * recipe, which it would run, and Markdown, for which it would read pictures from disk, are none of its formats.
 */
export const createEngine: EngineFactory = async (context) => {
  const program = context.program('ebook-convert');
  return {
    id: 'calibre',
    async convert(step, signal, onProgress) {
      let hasDrawn = false;
      const lines = new PercentLines(onProgress, (line) => {
        hasDrawn ||= DRAWN.test(line);
      });
      const result = await context.run({
        program,
        args: argumentsOf(step),
        env: ENVIRONMENT,
        folder: step.folder,
        limits: ebookLimits(step, context.clock),
        tmpBytes: TMP_BYTES,
        signal,
        onStdout: (chunk) => lines.add(chunk),
      });
      if (result.exitCode !== 0) throw failure(lines.percent, result.stderr);
      return {
        outputs: [step.output.path],
        losses: await lossesThroughCalibre(step, hasDrawn),
        expected: {},
      };
    },
  };
};

function argumentsOf({ input, output, options }: Step): string[] {
  const stays = PACKABLE.includes(output.format) && options.compress !== true;
  return [
    `/job/in/in.${extensionOf(input.format)}`,
    `/job/out/out.${extensionOf(output.format)}`,
    ...KEEP,
    ...(BY_INPUT[input.format] ?? []),
    ...(BY_OUTPUT[output.format] ?? []),
    ...(stays ? ['--dont-compress'] : []),
  ];
}

const extensionOf = (format: string): string => registry.format(format)?.extensions[0] ?? format;

function failure(percent: number, stderr: string): AppError {
  const cause = new Error(`ebook-convert, at ${percent} %: ${stderr}`);
  if (/\bDRMError\b/.test(stderr)) return new AppError('FILE_ENCRYPTED', {}, { cause });
  return new AppError(percent < READ_PERCENT ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}
