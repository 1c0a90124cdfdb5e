import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { fontOptions, type Loss, type LossCode, lenient, lossOf } from '@filemill/formats';
import { type EngineFactory, LineReader, ONE_SPARE, StandbyPool } from '@filemill/worker';
import { resourcesOf, wallMsOf } from '../limits.js';

/** The scripts, and their place in the jail. */
const SCRIPTS = fileURLToPath(new URL('../../font/', import.meta.url));
const SHOWN = '/font';
/** Python, and the programs that compress and decompress WOFF2. */
const PROCESSES = 16;
/** The longest answer has about 40 characters. */
const MAX_LINE_BYTES = 256;

/** Reasons for which the script may refuse a font. */
const REFUSALS: Readonly<Record<string, (cause: Error) => AppError>> = {
  corrupt: (cause) => new AppError('FILE_CORRUPT', {}, { cause }),
  bitmaps: (cause) => new AppError('UNSUPPORTED_FORMAT', { message: NO_OUTLINES }, { cause }),
  packed: (cause) => new AppError('UNSUPPORTED_FORMAT', { message: PACKED }, { cause }),
  points: (cause) => tooLarge('The font has too many outlines to redraw; WOFF and WOFF2 keep them.', cause),
  weight: (cause) => refused('weight', 'a weight that the font has', cause),
  letters: (cause) => refused('subset', 'letters that the font has', cause),
  large: (cause) => tooLarge('The font is too large or too complex to convert.', cause),
};
const NO_OUTLINES = 'The font consists of pictures and has no outlines to convert; WOFF and WOFF2 keep them.';
const PACKED = 'The font is packed with MicroType Express, which is not read; other EOT fonts are.';
const refused = (field: string, rule: string, cause: Error): AppError =>
  new AppError('OPTION_INVALID', { field, rule }, { cause });
const tooLarge = (message: string, cause: Error): AppError =>
  new AppError('FILE_TOO_LARGE', { message }, { cause });

/** What may be lost, by the script's names. */
const LOSSES: readonly LossCode[] = [
  'font_metadata_dropped',
  'fonts_left_out',
  'hinting_dropped',
  'layout_features_dropped',
  'outlines_approximated',
  'outlines_rounded',
  'private_data_dropped',
  'signature_dropped',
  'variations_dropped',
];

/**
 * Converts fonts with fontTools in a jailed Python per job, which has loaded it before the job came: tables are copied between the containers, outlines are
 * redrawn if the output needs the other kind, and FreeType compares the result with the input, table by table and glyph
 * by glyph.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one font that it
 * sees. Of sources it reads UFO and SVG fonts, whose features include no files; no reader of TTX or FontForge's is ever
 * called, and no name in a font becomes code, path or argument.
 */
export const createEngine: EngineFactory = async (context) => {
  const python = context.program('python3');
  for (const program of ['woff2_decompress', 'woff2_compress']) context.program(program);
  const pool = new StandbyPool(
    context,
    {
      program: python,
      waitsWith: ['-I', '-S', '-B', `${SHOWN}/main.py`],
      readOnly: [{ source: SCRIPTS, target: SHOWN }],
      limits: { ...resourcesOf('font', 'fonttools'), processes: PROCESSES },
    },
    ONE_SPARE,
  );
  return {
    id: 'fonttools',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      const answers = new Answers(onProgress);
      const { input, output } = step;
      const write = output.format.write?.fonttools;
      const result = await pool.run({
        args: [
          ...[`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`],
          ...[`${write?.container}`, write?.outlines ?? 'any'],
          JSON.stringify(lenient(fontOptions).parse(step.options)),
        ],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('font', step, context.clock),
        signal,
        onStdout: (chunk) => answers.lines.add(chunk),
      });
      const cause = new Error(`fonttools: ${result.stderr}`);
      const refusal = answers.refused && REFUSALS[answers.refused];
      if (refusal) throw refusal(cause);
      // A font whose header names missing tables is damaged, wherever the script fails.
      const code = input.facts.damage === undefined ? 'ENGINE_FAILED' : 'FILE_CORRUPT';
      if (result.exitCode !== 0) throw new AppError(code, {}, { cause });
      // Their headers say no number of glyphs, which the script has compared.
      const isPacked = ['woff2', 'eot', 'kit', 'ufo', 'svg'].includes(`${write?.container}`);
      const expected = isPacked ? {} : { glyphs: answers.glyphs };
      return { outputs: [output.path], losses: answers.losses, expected };
    },
  };
};

/** Reads the script's answers, line by line. */
class Answers {
  glyphs: number | undefined;
  refused: string | undefined;
  readonly losses: Loss[] = [];
  readonly lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => this.read(line));

  constructor(private readonly onProgress: (fraction: number) => void) {}

  private read(line: string): void {
    const [kind, value = '', count] = line.split(' ');
    if (kind === 'progress') this.onProgress(Number(value));
    if (kind === 'glyphs') this.glyphs = Number(value);
    if (kind === 'refused') this.refused = value;
    const loss = kind === 'loss' && LOSSES.find((code) => code === value);
    if (!loss || this.losses.some(({ code }) => code === loss)) return;
    this.losses.push(lossOf(loss, loss === 'fonts_left_out' ? { count: Number(count) || 1 } : {}));
  }
}
