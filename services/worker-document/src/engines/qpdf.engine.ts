import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import { lossOf, type PageRun, type PdfOptions, recodingOf, runsOf } from '@filemill/formats';
import {
  type EngineContext,
  type EngineFactory,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  nodeFiles,
  type RunRequest,
  type RunResult,
  type Step,
  type StepResult,
  softeningOf,
} from '@filemill/worker';
import type { PictureForm } from '../jailed/pictures/recode.js';
import type { PicturesJob } from '../jailed/pictures.main.js';
import { stepLimits } from '../limits.js';

/** qpdf's exit code for a file that it has repaired, or has doubts about. */
const WARNED = 3;
/** pdfsig's for a file without signatures. */
const UNSIGNED = 2;
/** Objects in streams, packed as small as deflate can. */
const PACKED = [
  '--object-streams=generate',
  '--compress-streams=y',
  '--recompress-flate',
  '--compression-level=9',
  '--remove-unreferenced-resources=yes',
];
/** In the output folder of the step: the pictures of the document that are encoded again. */
const PICTURES = 'pictures';
/** A zip of more would be of no use. */
const MAX_FILES = 2_000;
const TOO_MANY = `At most ${MAX_FILES.toLocaleString('en-US')} pages can each become a file.`;
/** What qpdf says of a file whose structure it had to find again; other warnings mean no loss. */
const isDamaged = ({ exitCode, stderr }: RunResult): boolean =>
  exitCode === WARNED && /reconstruct cross-reference|file is damaged|unexpected EOF/.test(stderr);

/**
 * Writes a PDF again with qpdf: packed as small as possible, or some of its pages, turned, or each in its own file. What is
 * on the pages stays as it is, byte by byte; a damaged structure is repaired. If the user wants smaller pictures, a script of
 * ours encodes them again before that, and qpdf puts them in the place of the old ones.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees.
 * It opens no other file and no address, and runs nothing that a PDF holds. pdfsig, which looks for signatures, checks no
 * certificate and so asks nobody.
 */
export const createEngine: EngineFactory = async (context) => {
  const qpdf = context.program('qpdf');
  const pdfsig = context.program('pdfsig');
  const pdfimages = context.program('pdfimages');
  const script = nodeFiles(new URL('../../', import.meta.url), 'pictures.main.js', ['sharp']);

  /** Encodes pictures again. @returns the arguments by which qpdf takes them over */
  async function recode(
    step: Step,
    options: Partial<PdfOptions>,
    pages: readonly PageRun[] | undefined,
    signal: AbortSignal,
  ): Promise<string[]> {
    const form = formOf(options.quality);
    const better = step.better && {
      form: formOf(step.better.quality),
      moreBytes: step.better.moreBytes,
      softenings: SOFTENINGS,
    };
    const dpi = options.pictureDpi;
    if (form.quality === undefined && dpi === undefined) return [];
    const folder = `/job/out/${PICTURES}`;
    const job: PicturesJob = {
      ...{ programs: { pdfimages, qpdf }, input: `/job/in/${basename(step.input.path)}`, folder, form },
      ...(pages && { pages }),
      ...(dpi !== undefined && { dpi }),
      ...(better && { better }),
    };
    const { exitCode, stdout, stderr } = await context.run({
      ...request(step, context),
      program: JAILED_NODE,
      args: [...JAILED_NODE_FLAGS, script.path, JSON.stringify(job)],
      readOnly: script.readOnly,
      signal,
    });
    if (exitCode === 0)
      return stdout.trim() === 'changed 0' ? [] : [`--update-from-json=${folder}/update.json`];
    throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`pictures: ${stderr}`) });
  }

  return {
    id: 'qpdf',
    mixesQualities: true,
    async convert(step, signal, onProgress) {
      const input = `/job/in/${basename(step.input.path)}`;
      const run = (program: string, args: readonly string[]): Promise<RunResult> =>
        context.run({ ...request(step, context), program, args, signal });
      const options = step.options as Partial<PdfOptions>;
      const counted = await run(qpdf, ['--show-npages', input]);
      const count = Number(counted.stdout.trim());
      if (!(count > 0)) throw refusalOf(counted);
      const signed = await run(pdfsig, ['-nocert', input]);
      const pages = options.pages === undefined ? undefined : runsOf(options.pages, count);
      const files = filesOf(options, pages, count);
      const pictures = await recode(step, options, pages, signal);
      let damaged = isDamaged(counted);
      for (const [index, { ranges, isSplit }] of files.entries()) {
        const written = await run(qpdf, [
          ...[input, ...pictures, ...PACKED],
          ...(ranges ? ['--pages', '.', wordsOf(ranges), '--'] : []),
          ...(isSplit ? ['--split-pages'] : []),
          ...(options.rotate ? [`--rotate=+${options.rotate}`] : []),
          ...(options.linearise ? ['--linearize'] : []),
          // qpdf puts the number of a page, filled up with zeros, in the place of %d.
          `/job/out/out-${isSplit ? '%d' : String(index + 1).padStart(5, '0')}.pdf`,
        ]);
        if (written.exitCode !== 0 && written.exitCode !== WARNED) throw refusalOf(written);
        damaged ||= isDamaged(written);
        onProgress((index + 1) / files.length);
      }
      await rm(join(step.folder.out, PICTURES), { recursive: true, force: true });
      const names = (await readdir(step.folder.out)).sort();
      return {
        outputs: names.map((name) => join(step.folder.out, name)),
        losses: signed.exitCode === UNSIGNED ? [] : [lossOf('signature_dropped')],
        ...(damaged && { damage: { unit: 'unknown' } as const }),
        expected: {},
      } satisfies StepResult;
    },
  };
};

/** From so little that the size hardly changes. */
const SOFTENINGS = Array.from({ length: 32 }, (_, index) => softeningOf((index + 1) / 32));

/** How pictures are encoded for a quality. */
const formOf = (quality = Number.POSITIVE_INFINITY): PictureForm => recodingOf(quality) ?? { scale: 1 };

/** One run of qpdf: the pages that it writes, into one file or each into its own. */
interface Written {
  /** Undefined for all pages in their order. */
  readonly ranges?: readonly PageRun[];
  readonly isSplit?: boolean;
}

const wordsOf = (ranges: readonly PageRun[]): string =>
  ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');

/** @throws {AppError} OPTION_INVALID for a page that there is not; FILE_TOO_LARGE for too many files */
function filesOf(
  { split = 'none' }: Partial<PdfOptions>,
  ranges: readonly PageRun[] | undefined,
  count: number,
): readonly Written[] {
  for (const page of ranges?.flatMap(({ from, to }) => [from, to]) ?? []) {
    if (page >= 1 && page <= count) continue;
    throw new AppError('OPTION_INVALID', {
      field: 'pages',
      rule: `from 1 to ${count}`,
      allowed: { minimum: 1, maximum: count },
      nearest: String(Math.min(Math.max(page, 1), count)),
    });
  }
  if (split === 'ranges') return (ranges ?? [{ from: 1, to: count }]).map((range) => ({ ranges: [range] }));
  const written = ranges?.reduce((sum, { from, to }) => sum + Math.abs(to - from) + 1, 0) ?? count;
  if (split === 'each' && written > MAX_FILES) throw new AppError('FILE_TOO_LARGE', { message: TOO_MANY });
  return [{ ...(ranges && { ranges }), isSplit: split === 'each' }];
}

function refusalOf({ stderr }: RunResult): AppError {
  if (/invalid password/.test(stderr)) return new AppError('FILE_ENCRYPTED');
  return new AppError('FILE_CORRUPT', {}, { cause: new Error(`qpdf: ${stderr}`) });
}

const request = (step: Step, { clock }: EngineContext): Pick<RunRequest, 'folder' | 'limits'> => ({
  folder: step.folder,
  limits: stepLimits('document', 'qpdf', step, clock),
});
