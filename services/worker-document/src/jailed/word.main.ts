import { readFileSync } from 'node:fs';
import type { PageRange } from '@filemill/formats';
import { jobArguments } from './job-arguments.js';
import { DocxWriter } from './word/docx.js';
import { writeExact } from './word/exact.js';
import { writeFlow } from './word/flow.js';
import { Pdfium } from './word/pdfium.js';
import { PdfSource, Unreadable } from './word/source.js';

/** How the pages of a PDF are written. */
export interface WordJob {
  readonly input: string;
  readonly output: string;
  readonly layout: 'flow' | 'exact';
  /** Absent: all. */
  readonly ranges?: readonly PageRange[] | undefined;
  readonly maxPages: number;
}

const WRITERS = { flow: writeFlow, exact: writeExact } as const;
/** A page is read for what holds for the whole document, and once more to be written. */
const PASSES = 2;

/**
 * Runs inside the jail: writes the pages of a PDF as a Word file. Argument: a {@link WordJob} as JSON. PDFium's compiled code is beside
 * the bundles, and is loaded while the script stands by.
 * Standard output: `<percent>% ` whenever a page is read, `loss <code>`, `missing <pages> <all>` if some cannot be read, or
 * `refused <reason>` as the last line.
 */
const pdfium = await Pdfium.load('/app/pdfium.wasm');
const job = JSON.parse(jobArguments()[0] ?? '') as WordJob;

class Refused extends Error {}

async function write(source: PdfSource): Promise<void> {
  if (source.pageCount > job.maxPages) throw new Refused('pages');
  if (!source.hasWantedPages) throw new Refused('range');
  if (source.pages().next().done) throw new Refused('corrupt');
  const docx = new DocxWriter(job.output, source);
  await WRITERS[job.layout](source, docx);
  docx.end();
  const { holds, missing, pageCount } = source;
  if (job.layout === 'exact' ? holds.drawings : holds.curves) console.log('loss vector_rasterised');
  if (holds.fields) console.log('loss forms_dropped');
  if (source.hasOwnFonts) console.log('loss fonts_dropped');
  if (missing.size > 0) console.log(`missing ${missing.size} ${pageCount}`);
}

let read = 0;
let pageCount = 0;
function reportProgress(): void {
  read += 1;
  if (pageCount > 0) console.log(`${Math.min(99, Math.floor((100 * read) / (PASSES * pageCount)))}% `);
}

try {
  const source = new PdfSource(pdfium, readFileSync(job.input), {
    ranges: job.ranges,
    onRead: reportProgress,
  });
  pageCount = source.pageCount;
  await write(source);
  source.close();
} catch (error) {
  if (error instanceof Unreadable) console.log(`refused ${error.reason}`);
  else if (error instanceof Refused) console.log(`refused ${error.message}`);
  else throw error;
}
