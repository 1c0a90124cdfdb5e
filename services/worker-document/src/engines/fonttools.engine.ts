import { fileURLToPath } from 'node:url';
import { type Loss, type LossCode, lossOf } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { type EngineContext, type EngineFactory, resourceLimits, type Step } from '@filemill/worker';

/** The scripts, and where the jail shows them. */
const SCRIPTS = fileURLToPath(new URL('../../font/', import.meta.url));
const SHOWN = '/font';
/** Python, and the program that unpacks WOFF2 for it. */
const PROCESSES = 16;
/** The longest answer has some 40 characters. */
const MAX_LINE = 256;
/** The unpacked and the packed copy of a WOFF2. */
const TMP_BYTES = 160 * 1024 * 1024;

/** What the script may refuse a font for. */
const REFUSALS: Readonly<Record<string, (cause: Error) => AppError>> = {
  corrupt: (cause) => new AppError('FILE_CORRUPT', {}, { cause }),
  bitmaps: (cause) => new AppError('UNSUPPORTED_FORMAT', { message: NO_OUTLINES }, { cause }),
  points: (cause) => tooLarge('The font has too many outlines to redraw; WOFF and WOFF2 keep them.', cause),
  large: (cause) => tooLarge('The font is too large or too complex to convert.', cause),
};
const NO_OUTLINES = 'The font consists of pictures and has no outlines to convert; WOFF and WOFF2 keep them.';
const tooLarge = (message: string, cause: Error): AppError =>
  new AppError('FILE_TOO_LARGE', { message }, { cause });

/** What may not come through, as the script names it. */
const LOSSES: readonly LossCode[] = [
  'font_metadata_dropped',
  'hinting_dropped',
  'outlines_approximated',
  'outlines_rounded',
  'private_data_dropped',
  'signature_dropped',
  'variations_dropped',
];

/**
 * Fonts by fontTools, in a jailed Python of its own per job: tables move between the containers as they are, outlines are
 * redrawn where the target has others, and FreeType compares the result with the input, table by table and glyph by glyph.
 *
 * Can it leave the jail? It would need the kernel. What could it do? Spoil the output of the one font that it sees. No
 * reader of sources (TTX, feature files, FontForge's) is ever called, and no name in a font becomes code, path or argument.
 */
export const createEngine: EngineFactory = async (context) => {
  const python = context.program('python3');
  context.program('woff2_decompress');
  return {
    id: 'fonttools',
    async convert(step, signal, onProgress) {
      const answers = new Answers(onProgress);
      const { input, output } = step;
      const exact = String(step.options.exactTables === true);
      const result = await context.run({
        program: python,
        args: ['-I', '-S', '-B', `${SHOWN}/main.py`, input.format, output.format, exact],
        readOnly: [{ source: SCRIPTS, target: SHOWN }],
        folder: step.folder,
        limits: limitsOf(step, context),
        tmpBytes: TMP_BYTES,
        signal,
        onStdout: (chunk) => answers.add(chunk),
      });
      const cause = new Error(`fonttools: ${result.stderr}`);
      const refusal = answers.refused && REFUSALS[answers.refused];
      if (refusal) throw refusal(cause);
      if (result.exitCode !== 0) throw new AppError('ENGINE_FAILED', {}, { cause });
      // The number of glyphs in a woff2 shows only once it is unpacked, which the script has done.
      const expected = output.format === 'woff2' ? {} : { glyphs: answers.glyphs };
      return { outputs: [output.path], losses: answers.losses, expected };
    },
  };
};

function limitsOf(step: Step, context: EngineContext) {
  const limits = resourceLimits('font', Number.POSITIVE_INFINITY);
  const left = step.deadlineMs - context.clock.nowMs();
  const wallMs = Math.min(limits.wallMs ?? left, left);
  if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return {
    wallMs,
    cpuSeconds: limits.cpuSeconds,
    memoryBytes: limits.memoryBytes,
    fileBytes: limits.outputBytes,
    processes: PROCESSES,
  };
}

/** Reads what the script answers, line by line. */
class Answers {
  glyphs: number | undefined;
  refused: string | undefined;
  readonly losses: Loss[] = [];
  private rest = '';

  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    // The script reads a stranger's file: nothing that it says may fill the worker's memory.
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      const [kind, value = ''] = line.split(' ');
      if (kind === 'progress') this.onProgress(Number(value));
      if (kind === 'glyphs') this.glyphs = Number(value);
      if (kind === 'refused') this.refused = value;
      const loss = kind === 'loss' && LOSSES.find((code) => code === value);
      if (loss && !this.losses.some(({ code }) => code === loss)) this.losses.push(lossOf(loss));
    }
  }
}
