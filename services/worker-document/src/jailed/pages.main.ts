import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PageDrawing, PageEncoder, PageOptions, PageRange } from '@filemill/formats';
import type { PictureSize } from '@filemill/formats/geometry';
import { jobArguments } from './job-arguments.js';
import { isRasterised, writeDrawing } from './pages/drawings.js';
import { changesPages, editPage, SettingOutside, scaleOf } from './pages/edit.js';
import { drawnPages, hasManyColours, isWhite, writePage } from './pages/pixels.js';

/** How the pages of a PDF are written. */
export interface PagesJob {
  readonly input: string;
  readonly as: PageEncoder | PageDrawing;
  readonly extension: string;
  readonly dpi: number;
  readonly maxPages: number;
  /** Of a page. */
  readonly maxPixels: number;
  readonly quality: number;
  /** What the user wants changed in a picture. */
  readonly edits: PageOptions;
  readonly grey: boolean;
  /** Absent: all. */
  readonly ranges?: readonly PageRange[] | undefined;
}

/**
 * Runs inside the jail: writes the pages of a PDF to /job/out, each to its own file except for PostScript.
 * Argument: a {@link PagesJob} as JSON.
 * Standard output: `pages <count>` of those that are wanted, `page <number>` after each is written, `loss <code>`, `blank` if all of them are
 * white, or `refused <reason>` as the last line.
 */
const job = JSON.parse(jobArguments()[0] ?? '') as PagesJob;
const POINTS_PER_INCH = 72;
/** Enough to see whether a page is white. */
const COARSE_DPI = 20;

class Refused extends Error {}

/** Measures the wanted pages with poppler, as they are usually drawn. @returns their ranges, and the size of each */
async function measurePages(): Promise<{ ranges: readonly PageRange[]; sizes: readonly PictureSize[] }> {
  const last = `${job.maxPages + 1}`;
  const run = promisify(execFile);
  const { stdout } = await run('/usr/bin/pdfinfo', ['-f', '1', '-l', last, job.input], {
    maxBuffer: 2 ** 24,
  }).catch((error: { stderr?: string }) => {
    throw new Refused(/incorrect password/i.test(error.stderr ?? '') ? 'encrypted' : 'corrupt');
  });
  const count = Number(/^Pages:\s+(\d+)$/m.exec(stdout)?.[1] ?? 0);
  if (count === 0) throw new Refused('corrupt');
  if (count > job.maxPages) throw new Refused('pages');
  const scale = job.dpi / POINTS_PER_INCH;
  const ranges = (job.ranges ?? [[1, count] as const])
    .filter(([first]) => first <= count)
    .map(([first, last]) => [first, Math.min(last, count)] as const);
  if (ranges.length === 0) throw new Refused('range');
  const sizes = [...stdout.matchAll(/^Page\s+(\d+) size:\s+([\d.e+-]+) x ([\d.e+-]+)/gm)]
    .filter(([, page]) => ranges.some(([first, last]) => first <= Number(page) && Number(page) <= last))
    .map(([, , width, height]) => ({ width: Number(width) * scale, height: Number(height) * scale }));
  if (sizes.some(({ width, height }) => width * height > job.maxPixels)) throw new Refused('pixels');
  return { ranges, sizes };
}

const countOf = (ranges: readonly PageRange[]): number =>
  ranges.reduce((count, [first, last]) => count + last - first + 1, 0);

const pathOf = (page: number): string => `/job/out/out-${String(page).padStart(4, '0')}.${job.extension}`;

async function drawPixels(
  encoder: PageEncoder,
  ranges: readonly PageRange[],
  sizes: readonly PictureSize[],
): Promise<void> {
  const { edits, maxPixels } = job;
  const isEdited = changesPages(edits);
  const dpi = isEdited ? Math.floor(job.dpi * scaleOf(edits, sizes, maxPixels)) : job.dpi;
  let drawnCount = 0;
  let isBlank = true;
  let isReduced = false;
  for (const range of ranges) {
    let page = range[0];
    for await (const plain of drawnPages(job.input, dpi, job.ranges && range)) {
      const drawn = isEdited ? await editPage(plain, edits, maxPixels) : plain;
      isBlank &&= isWhite(plain);
      isReduced ||= encoder === 'gif' && hasManyColours(drawn);
      await writePage(drawn, pathOf(page), { ...job, encoder });
      page++;
      drawnCount++;
      console.log(`page ${drawnCount}`);
    }
  }
  if (isReduced) console.log('loss colours_reduced');
  if (isBlank) console.log('blank');
  // A damaged file may lack pages; the worker counts the existing ones.
  if (drawnCount === 0 || drawnCount > countOf(ranges)) throw new Refused('corrupt');
}

async function drawLines(drawing: PageDrawing, ranges: readonly PageRange[]): Promise<void> {
  const files =
    drawing === 'ps'
      ? (['all'] as const)
      : ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  let written = 0;
  let hasPixels = false;
  for (const pages of files) {
    const path = pathOf(pages === 'all' ? 1 : pages);
    if (!(await writeDrawing(job.input, path, drawing, pages))) continue;
    written++;
    hasPixels ||= drawing !== 'svg' && (await isRasterised(path));
    console.log(`page ${pages === 'all' ? countOf(ranges) : written}`);
  }
  if (written === 0) throw new Refused('corrupt');
  if (hasPixels) console.log('loss vector_rasterised');
  if (await isAllWhite(ranges)) console.log('blank');
}

async function isAllWhite(ranges: readonly PageRange[]): Promise<boolean> {
  for (const range of ranges)
    for await (const page of drawnPages(job.input, COARSE_DPI, job.ranges && range))
      if (!isWhite(page)) return false;
  return true;
}

const isDrawing = (as: PagesJob['as']): as is PageDrawing => as === 'svg' || as === 'eps' || as === 'ps';

try {
  const { ranges, sizes } = await measurePages();
  console.log(`pages ${countOf(ranges)}`);
  if (isDrawing(job.as)) await drawLines(job.as, ranges);
  else await drawPixels(job.as, ranges, sizes);
} catch (error) {
  if (!(error instanceof Refused || error instanceof SettingOutside)) throw error;
  console.log(`refused ${error.message}`);
}
