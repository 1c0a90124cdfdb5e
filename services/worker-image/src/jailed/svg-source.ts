import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PictureJob } from './protocol.js';
import { cleanSvg, salvageSvg } from './svg-clean.js';

/** At this density sharp draws one CSS pixel as one pixel. */
const CSS_DENSITY = 72;
const MAX_DENSITY = 100_000;
/** On paper, 96 CSS pixels are an inch; this is print quality. */
const PDF_SCALE = 300 / 96;
const PDF_MAX_SIDE_PX = 4_096;
const ICON_SIDE_PX = 256;

/** A cleaned drawing with its density and size. */
interface DrawnSvg {
  readonly text: Buffer;
  /** Its end is missing. */
  readonly isCut: boolean;
  readonly density: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The drawing at its own size; larger for PDF and icons, because a drawing loses nothing by that. */
export async function drawnSvg(job: PictureJob): Promise<DrawnSvg> {
  const file = await readFile(job.input);
  const clean = job.salvage ? salvageSvg(file) : { text: cleanSvg(file), isCut: false };
  const text = Buffer.from(clean.text);
  const longer = Math.max(job.widthPx, job.heightPx);
  const scale = scaleFor(job.write.saver, longer);
  // A buffer has no base address, so librsvg resolves no relative reference.
  const natural = await sharp(text, { density: CSS_DENSITY }).metadata();
  const ratio = Math.max((job.widthPx * scale) / natural.width, (job.heightPx * scale) / natural.height);
  return {
    text,
    isCut: clean.isCut,
    density: Math.min(MAX_DENSITY, Math.max(1, CSS_DENSITY * ratio)),
    widthPx: Math.max(1, Math.round(job.widthPx * scale)),
    heightPx: Math.max(1, Math.round(job.heightPx * scale)),
  };
}

function scaleFor(saver: string, longerPx: number): number {
  if (saver === 'own icon') return ICON_SIDE_PX / longerPx;
  if (saver === 'own document') return Math.max(1, Math.min(PDF_SCALE, PDF_MAX_SIDE_PX / longerPx));
  return 1;
}
