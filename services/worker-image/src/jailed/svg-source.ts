import { readFile } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { largestIconSide } from './icon-encode.js';
import { PictureError } from './picture-error.js';
import type { PictureJob, PictureWrite } from './protocol.js';
import { cleanSvg, salvageSvg } from './svg-clean.js';

/** At this density sharp draws one CSS pixel as one pixel. */
const CSS_DENSITY = 72;
const MAX_DENSITY = 100_000;
/** On paper, 96 CSS pixels are an inch; this is print quality. A whole number: parts that touch keep no gap between them. */
const PDF_SCALE = 3;
const PDF_MAX_SIDE_PX = 4_096;

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
  const file = unpacked(await readFile(job.input), job.salvage);
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

const GZIP = 0x1f8b;
/** A drawing that needs more cannot be drawn in time either. */
const MAX_UNPACKED_BYTES = 128 * 1024 ** 2;

/** The text of a drawing that may be packed. @throws {PictureError} FILE_TOO_LARGE, FILE_CORRUPT */
function unpacked(file: Buffer, salvage: boolean): Buffer {
  if (file.length < 2 || file.readUInt16BE(0) !== GZIP) return file;
  try {
    return gunzipSync(file, {
      maxOutputLength: MAX_UNPACKED_BYTES,
      ...(salvage && { finishFlush: constants.Z_SYNC_FLUSH }),
    });
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new PictureError(isLarge ? 'FILE_TOO_LARGE' : 'FILE_CORRUPT', 'it cannot be unpacked');
  }
}

function scaleFor(saver: PictureWrite['saver'], longerPx: number): number {
  const iconPx = largestIconSide(saver);
  if (iconPx !== undefined) return iconPx / longerPx;
  if (saver === 'own document') return Math.max(1, Math.min(PDF_SCALE, PDF_MAX_SIDE_PX / longerPx));
  return 1;
}
