import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  type EngineFactory,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  MAX_PAGE_PIXELS,
  nodeFiles,
  type RunRequest,
  resourceLimits,
  type Step,
  type StepResult,
} from '@filemill/worker';

const DPI = 150;
/** The largest picture that the reader of our own outputs lets pass, and the longest side of a WebP. */
const MAX_PICTURE_PIXELS = Math.min(MAX_PAGE_PIXELS, 100_000_000);
const MAX_PAGES = 2_000;
const QUALITY: Readonly<Record<string, number>> = { jpg: 90, webp: 85 };
const PROCESSES = 64;
/** The longest answer has some 20 characters. */
const MAX_LINE = 256;

/** What the jailed script may refuse a file for. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  encrypted: () => new AppError('FILE_ENCRYPTED'),
  corrupt: () => new AppError('FILE_CORRUPT'),
  pages: () =>
    tooLarge(`The file has more than ${MAX_PAGES.toLocaleString('en-US')} pages, which is the limit.`),
  pixels: () =>
    tooLarge(
      `A page has more than ${MAX_PICTURE_PIXELS.toLocaleString('en-US')} pixels at ${DPI} dots an inch.`,
    ),
};
const tooLarge = (message: string): AppError => new AppError('FILE_TOO_LARGE', { message });

/**
 * PDF by poppler, a process per job: text by pdftotext, pictures by pdftoppm piped raw into sharp (pdftoppm's own PNG
 * takes eight times as long).
 *
 * Can it leave the jail? It would need the kernel. What could it do? Spoil the output of the one file that it sees.
 * Actions, links and forms are not carried out; poppler fetches nothing.
 */
export const createEngine: EngineFactory = async (context) => {
  const pages = nodeFiles(new URL('../../', import.meta.url), 'pages.main.js', ['sharp']);
  const pdftotext = context.program('pdftotext');

  async function draw(
    step: Step,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<StepResult> {
    const { format } = step.output;
    const quality = typeof step.options.quality === 'number' ? step.options.quality : (QUALITY[format] ?? 0);
    const lines = new ProgressLines(onProgress);
    const result = await context.run({
      ...request(step, context),
      program: JAILED_NODE,
      args: [...JAILED_NODE_FLAGS, pages.path, format, DPI, MAX_PAGES, MAX_PICTURE_PIXELS, quality].map(
        String,
      ),
      readOnly: pages.readOnly,
      signal,
      onStdout: (chunk) => lines.add(chunk),
    });
    const refusal = lines.refused && REFUSALS[lines.refused];
    if (refusal) throw refusal();
    if (result.exitCode !== 0) throw failed('pdftoppm', result.stderr);
    const names = (await readdir(step.folder.out)).filter((name) => name.endsWith(`.${format}`)).sort();
    if (names.length !== lines.count) throw failed('pdftoppm', `${names.length} of ${lines.count} pages`);
    return { outputs: names.map((name) => join(step.folder.out, name)), losses: [], expected: {} };
  }

  async function extractText(step: Step, signal: AbortSignal): Promise<StepResult> {
    const result = await context.run({
      ...request(step, context),
      program: pdftotext,
      args: [
        '-layout',
        '-enc',
        'UTF-8',
        '-eol',
        'unix',
        '-l',
        `${MAX_PAGES}`,
        '/job/in/in.pdf',
        '/job/out/out.txt',
      ],
      signal,
    });
    if (/incorrect password/i.test(result.stderr)) throw new AppError('FILE_ENCRYPTED');
    if (result.exitCode !== 0)
      throw new AppError('FILE_CORRUPT', {}, { cause: failed('pdftotext', result.stderr) });
    return { outputs: [step.output.path], losses: [], expected: {} };
  }

  return {
    id: 'poppler',
    convert: (step, signal, onProgress) =>
      step.output.format === 'txt' ? extractText(step, signal) : draw(step, signal, onProgress),
  };
};

const failed = (program: string, stderr: string): AppError =>
  new AppError('ENGINE_FAILED', {}, { cause: new Error(`${program}: ${stderr}`) });

function request(step: Step, context: EngineContext): Pick<RunRequest, 'folder' | 'limits'> {
  const limits = resourceLimits('document', Number.POSITIVE_INFINITY);
  const wallMs = Math.min(limits.wallMs ?? Number.POSITIVE_INFINITY, step.deadlineMs - context.clock.nowMs());
  if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return {
    folder: step.folder,
    limits: {
      wallMs,
      cpuSeconds: limits.cpuSeconds,
      memoryBytes: limits.memoryBytes,
      fileBytes: limits.outputBytes,
      processes: PROCESSES,
    },
  };
}

/** Reads what the jailed script reports, line by line. */
class ProgressLines {
  count = 0;
  refused: string | undefined;
  private rest = '';

  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    // The script reads a stranger's file: nothing that it says may fill the worker's memory.
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      const [kind, value] = line.split(' ');
      if (kind === 'pages') this.count = Number(value);
      if (kind === 'refused') this.refused = value;
      if (kind === 'page' && this.count > 0) this.onProgress(Number(value) / this.count);
    }
  }
}
