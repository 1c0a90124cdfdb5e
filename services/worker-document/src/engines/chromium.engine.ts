import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { lenient, PAPERS, printOptions } from '@filemill/formats';
import {
  type EngineFactory,
  nodeFiles,
  ONE_SPARE,
  StandbyPool,
  type Step,
  waitingScript,
} from '@filemill/worker';
import { lossesThroughChromium } from '../ebook/losses.js';
import { PercentLines } from '../ebook/running.js';
import type { PrintSettings } from '../jailed/book/paper.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/** The headless browser, which starts in a third of the time of the full one. */
const PROGRAM = 'chromium/chromium-headless-shell';

/**
 * No window, no script, no graphics card, no traffic of its own. Its own sandbox cannot start inside the jail, which
 * replaces it.
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
  '--remote-debugging-pipe', // of our script; no port is opened
];
/** More than the script prints; it reads an uploaded book, and must not fill the worker's memory. */
const MAX_WORDS = 100;
/** Hundredths of a millimetre. */
const MM = 100;
/** A browser consists of processes with dozens of threads each. */
const PROCESSES = 512;

/**
 * Prints books as PDF: a script of ours makes one page of the book, and Chromium prints it. One jail per job, in which the
 * browser has started before the job came.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one book that it
 * sees: the page has no script, its policy forbids scripts, frames and addresses, and there is no network.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'book-pdf.main.js');
  const program = context.program(PROGRAM);
  const waiting = waitingScript(script);
  const pool = new StandbyPool(
    context,
    {
      ...waiting,
      waitsWith: [...waiting.waitsWith, program, ...ARGUMENTS],
      limits: { ...resourcesOf('ebook', 'chromium'), processes: PROCESSES },
    },
    ONE_SPARE,
  );
  return {
    id: 'chromium',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const reported = new Set<string>();
      const lines = new PercentLines(onProgress, (line) => {
        if (reported.size < MAX_WORDS) reported.add(line);
      });
      const { exitCode, stderr } = await pool.run({
        args: [`/job/in/${basename(step.input.path)}`, JSON.stringify(settingsOf(step))],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('ebook', step, context.clock),
        signal,
        onStdout: (chunk) => lines.add(chunk),
      });
      const cause = new Error(`book-pdf: ${stderr}`);
      if (reported.has('refused')) throw new AppError('FILE_CORRUPT', {}, { cause });
      if (exitCode !== 0) throw new AppError('ENGINE_FAILED', {}, { cause });
      return {
        outputs: [step.output.path],
        losses: await lossesThroughChromium(context.reading, step, reported),
        expected: {},
      };
    },
  };
};

/** The jailed script knows papers by their size only. */
function settingsOf({ options }: Step): PrintSettings {
  const { paper, ...settings } = lenient(printOptions).parse(options);
  const [width, height] = paper ? PAPERS[paper] : [];
  return { ...settings, ...(width && height && { paperMm: [width / MM, height / MM] }) };
}
