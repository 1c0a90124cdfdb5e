import { AppError } from '@filemill/errors';
import { type EngineFactory, JAILED_NODE, nodeFiles } from '@filemill/worker';
import { ebookLimits } from '../ebook/limits.js';
import { lossesThroughChromium } from '../ebook/losses.js';
import { PercentLines } from '../ebook/percent-lines.js';

/** The browser itself: Debian's /usr/bin/chromium is a shell script that reads settings of the machine. */
const PROGRAM = 'chromium/chromium';

/**
 * No window, no script, no graphics card, no traffic of its own; its sandbox cannot start inside of the jail, which is one.
 *
 * @see https://peter.sh/experiments/chromium-command-line-switches/
 */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--no-first-run',
  '--no-zygote',
  '--mute-audio',
  '--user-data-dir=/tmp/profile',
  '--no-pdf-header-footer',
  '--generate-pdf-document-outline',
  '--print-to-pdf=/job/out/out.pdf',
  'file:///job/out/book.html',
];
const TMP_BYTES = 1024 ** 3;
/** A browser is made of processes with dozens of threads each. */
const PROCESSES = 512;
/** Of the whole, as measured on novels: the rest is Chromium's, which does not tell how far it is. */
const ASSEMBLED = 0.3;

/**
 * Books into PDF: a script of ours makes one page of the book, which Chromium prints; a process per job each.
 *
 * Can it leave the jail? It would need the kernel. What could it do? Spoil the output of the one book that it sees: the page
 * holds no script, its policy forbids script, frames and addresses, and there is no network.
 */
export const createEngine: EngineFactory = async (context) => {
  const assembler = nodeFiles(new URL('../../', import.meta.url), 'book-html.main.js');
  const program = context.program(PROGRAM);
  return {
    id: 'chromium',
    async convert(step, signal, onProgress) {
      const limits = ebookLimits(step, context.clock);
      const lines = new PercentLines((fraction) => onProgress(fraction * ASSEMBLED));
      const made = await context.run({
        program: JAILED_NODE,
        args: ['--disable-wasm-trap-handler', assembler.path],
        readOnly: assembler.readOnly,
        folder: step.folder,
        limits,
        signal,
        onStdout: (chunk) => lines.add(chunk),
      });
      if (made.exitCode !== 0)
        throw new AppError('FILE_CORRUPT', {}, { cause: new Error(`book-html: ${made.stderr}`) });
      const printed = await context.run({
        program,
        args: ARGUMENTS,
        folder: step.folder,
        limits: { ...limits, processes: PROCESSES },
        tmpBytes: TMP_BYTES,
        signal,
      });
      if (printed.exitCode !== 0) {
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`chromium: ${printed.stderr}`) });
      }
      return { outputs: [step.output.path], losses: await lossesThroughChromium(step), expected: {} };
    },
  };
};
