import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import {
  type EngineFactory,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  needsTooMuchMemory,
  nodeFiles,
  type RunRequest,
  type Step,
} from '@filemill/worker';
import { ebookLimits } from '../ebook/limits.js';
import { lossesThroughPandoc } from '../ebook/losses.js';

const FILTER = '/app/book.lua';
/** Of pandoc's heap: beyond it a book is refused rather than swapped. */
const MEMORY = ['+RTS', '-M512M', '-RTS'];

/** What pandoc reads: Word files itself, of everything else the page that our script made. */
const WORD = ['--from=docx', '/job/in/in.docx'];
const PAGE = ['--from=html+epub_html_exts-native_divs', '/job/out/markup.html'];
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  epub: ['--to=epub3', '--toc-depth=3'],
  docx: ['--to=docx'],
  html: ['--to=html5', '--standalone', '--self-contained', '--toc'],
  txt: ['--to=plain', '--standalone', '--wrap=none'],
};

/** Of the whole, as measured on novels; pandoc itself does not tell how far it is. */
const PREPARED = 0.1;

/** Exit status of pandoc for a file that it cannot parse (its manual, "Exit codes"), and of its runtime for a full heap. */
const UNREADABLE = 64;
const HEAP_FULL = 251;

/**
 * Text, web pages and Word files to and from EPUB by pandoc, a process per job.
 *
 * Can it leave the jail? It would need the kernel. What could it do? Haskell without a foreign decoder: spoil the output of the
 * one file that it sees. By itself it reads whatever path a document names; our script and the filter let none through, and the jail
 * shows nothing of anybody's. No TeX, no other program, no network.
 */
export const createEngine: EngineFactory = async (context) => {
  const program = context.program('pandoc');
  const markup = nodeFiles(new URL('../../', import.meta.url), 'markup.main.js', ['sharp']);
  const filter = { source: fileURLToPath(new URL('../../pandoc/book.lua', import.meta.url)), target: FILTER };

  /** @returns what a web page has that no book keeps */
  async function prepare({ input, output }: Step, common: Common): Promise<readonly string[]> {
    const args = [...JAILED_NODE_FLAGS, markup.path, input.format, output.format];
    const result = await context.run({ ...common, program: JAILED_NODE, args, readOnly: markup.readOnly });
    if (result.exitCode !== 0)
      throw new AppError('FILE_CORRUPT', {}, { cause: failed(`markup: ${result.stderr}`) });
    return result.stdout.split('\n').filter(Boolean);
  }

  return {
    id: 'pandoc',
    async convert(step, signal, onProgress) {
      const common = { folder: step.folder, limits: ebookLimits(step, context.clock), signal };
      const seen = await prepare(step, common);
      onProgress(PREPARED);
      const { exitCode, stderr } = await context.run({
        ...common,
        program,
        args: [
          ...[...MEMORY, `--lua-filter=${FILTER}`],
          ...(WRITERS[step.output.format] ?? []),
          `--output=/job/out/out.${step.output.format}`,
          ...(step.input.format === 'docx' ? WORD : PAGE),
        ],
        readOnly: [filter],
      });
      if (exitCode === HEAP_FULL) throw needsTooMuchMemory();
      if (exitCode === UNREADABLE) throw new AppError('FILE_CORRUPT', {}, { cause: failed(stderr) });
      if (exitCode !== 0) throw failed(`pandoc, ${exitCode}: ${stderr}`);
      return { outputs: [step.output.path], losses: await lossesThroughPandoc(step, seen), expected: {} };
    },
  };
};

type Common = Pick<RunRequest, 'folder' | 'limits' | 'signal'>;

const failed = (detail: string): AppError => new AppError('ENGINE_FAILED', {}, { cause: new Error(detail) });
