import { readFile, rm, writeFile } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import type { Mender, RowCount } from './natives.js';
import { PictureError } from './picture-error.js';
import type { Pixels } from './pixels.js';
import { pngRows } from './png.js';
import type { PictureDamage, PictureJob } from './protocol.js';
import {
  allowLoader,
  damageOfRows,
  openSource,
  type Source,
  sourceFromFile,
  sourceFromPixels,
  withGainMapLoss,
} from './source.js';
import { completeChunks, lacksMetadata, pngChunksOf, webpFromChunks } from './webp-chunks.js';

/** Path for a file that is rewritten for libvips, in the only folder that a job may write to. */
const MENDED = '/job/out/mended';
/** Length of a PNG's signature and IHDR. */
const PNG_HEADER_BYTES = 33;

/**
 * Opens a picture that a decoder reported as faulty, and measures how much of it cannot be read: nothing, if it is only
 * unusual.
 *
 * @returns a source with its {@link Source.damage}, and a function that removes the temporary files
 * @throws {PictureError} FILE_CORRUPT if nothing can be read
 */
export async function mendSource(
  job: PictureJob,
  mender: () => Mender,
): Promise<{ source: Source; release: () => Promise<void> }> {
  allowLoader(job.read.loader);
  const source = await MENDERS[job.read.mends ?? 'none'](job, mender);
  return { source, release: () => rm(MENDED, { force: true }) };
}

type Mend = (job: PictureJob, mender: () => Mender) => Promise<Source>;

const MENDERS: Readonly<Record<NonNullable<PictureJob['read']['mends']> | 'none', Mend>> = {
  none: (job) => openSource({ ...job, salvage: true }),

  /** libjpeg reports where the data end. */
  async jpeg(job, mender) {
    const { input } = job;
    let [path, measured] = [input, mender().measureJpeg(input)];
    if (measured.broken) {
      // If the end lies inside a table, the data before it form a JPEG that ends between two segments.
      await writeFile(MENDED, jpegUpToBreak(await readFile(input)));
      [path, measured] = [MENDED, mender().measureJpeg(MENDED)];
      measured = { ...measured, missing: measured.missing || -1 };
    }
    return { ...withGainMapLoss(job, await sourceFromFile(path, { isMended: true })), ...lost(measured) };
  },

  /** As many rows as the compressed data hold; those of interlaced pictures are spread over the whole picture. */
  async png({ input }) {
    const source = await sourceFromFile(input, { isMended: true });
    return { ...source, ...lost(await pngRows(await readFile(input))) };
  },

  /**
   * Rows after the end of the data stay transparent. The number of lost frames is unknown, because a GIF does not store
   * it.
   */
  async gif({ input, isSuspect }) {
    const source = await sourceFromFile(input, { isMended: true });
    if (source.pages > 1) return isSuspect ? { ...source, damage: { unit: 'unknown' } } : source;
    const { data, info } = await source.page(0).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const lastSeen = data.findLastIndex((value, i) => i % 4 === 3 && value > 0);
    const missing = info.height - 1 - Math.floor(lastSeen / 4 / info.width);
    return { ...source, ...lost({ rows: info.height, missing: isSuspect ? missing : 0 }) };
  },

  /** Uses Debian's libtiff, which supports more kinds than the one in sharp, and reports unreadable strips and lines. */
  async tiff({ input }, mender) {
    const { rewritten, ...measured } = mender().mendTiff(input, MENDED);
    const source = await sourceFromFile(rewritten ? MENDED : input, { isMended: true });
    // Pages with unreadable directories are counted by neither.
    return { ...source, pages: Math.min(source.pages, measured.pages), ...lost(measured) };
  },

  /** libwebp decodes a still picture as far as the bytes go; the frames of an animation before the break are complete. */
  async webp({ input, write }, mender) {
    const file = await readFile(input);
    const chunks = completeChunks(file);
    const holdsMetadata = write.holds.includes('metadata') || write.holds.includes('XMP');
    const losses: LossCode[] = lacksMetadata(chunks) && holdsMetadata ? ['metadata_dropped'] : [];
    if (chunks.some(({ type }) => type === 'ANMF')) {
      await writeFile(MENDED, webpFromChunks(chunks));
      return { ...(await sourceFromFile(MENDED, { isMended: true })), losses, damage: { unit: 'unknown' } };
    }
    const read = mender().readWebp(file);
    if (!read) throw new PictureError('FILE_CORRUPT');
    const { data, widthPx, heightPx, rows } = read;
    const pixels: Pixels = { data, widthPx, heightPx, channels: 4, missingRows: heightPx - rows };
    const beside = pngChunksOf(chunks);
    return {
      ...(await (beside.length > 0 ? sourceFromPixelsBeside(pixels, beside) : sourceFromPixels(pixels))),
      losses,
    };
  },
};

/** Pixels with a profile, EXIF and XMP, passed to sharp as a PNG. */
async function sourceFromPixelsBeside(pixels: Pixels, chunks: readonly Buffer[]): Promise<Source> {
  const { damage, page } = await sourceFromPixels(pixels);
  const png = await page(0).png({ compressionLevel: 0 }).toBuffer();
  await writeFile(MENDED, [png.subarray(0, PNG_HEADER_BYTES), ...chunks, png.subarray(PNG_HEADER_BYTES)]);
  allowLoader('VipsForeignLoadPngFile');
  return { ...(await sourceFromFile(MENDED, { isMended: true })), ...(damage && { damage }) };
}

const lost = ({ rows, missing }: RowCount): { damage?: PictureDamage } =>
  missing === 0 ? {} : { damage: damageOfRows(missing, rows) };

const END = Buffer.from([0xff, 0xd9]);
/** Markers of tables, frames and scans, which declare their length. ITU-T T.81, table B.1. */
const hasLength = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xfe);

/**
 * A JPEG up to its first truncated segment, with an end marker added; the unchanged file if all segments are
 * complete.
 */
function jpegUpToBreak(file: Buffer): Buffer {
  for (let at = file.lastIndexOf(0xff); at > 0; at = file.lastIndexOf(0xff, at - 1)) {
    const marker = file[at + 1] ?? 0xff;
    const isCut = at + 4 > file.length || at + 2 + file.readUInt16BE(at + 2) > file.length;
    if (marker === 0xff || (hasLength(marker) && isCut)) return Buffer.concat([file.subarray(0, at), END]);
    // The end can only lie in the data after the last of these.
    if (hasLength(marker)) break;
  }
  return Buffer.concat([file, END]);
}
