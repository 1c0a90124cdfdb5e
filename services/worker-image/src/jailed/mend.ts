import { readFile, rm, writeFile } from 'node:fs/promises';
import { allowLoader } from './allow-loader.js';
import { jpegUpToBreak } from './jpeg-break.js';
import type { Measured, Mender } from './natives.js';
import { PictureError } from './picture-error.js';
import { pngRows } from './png-rows.js';
import type { PictureDamage, PictureJob } from './protocol.js';
import { fromFile, fromPixels, openSource, rowsLost, type Source } from './source.js';

/** Where a file goes that is written anew for libvips; the only folder that a job may write to. */
const MENDED = '/job/out/mended';

/**
 * Opens a picture of which a decoder complains, and measures what of it cannot be read: nothing, for all that is only
 * unusual or harmless.
 *
 * @returns a source with its {@link Source.damage}, and what removes the files that were made for it
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

  /** libjpeg says where the data end. */
  async jpeg({ input }, mender) {
    let [path, measured] = [input, mender().measureJpeg(input)];
    if (measured.broken) {
      // An end inside a table: what stands before it is a JPEG that ends between two parts.
      await writeFile(MENDED, jpegUpToBreak(await readFile(input)));
      [path, measured] = [MENDED, mender().measureJpeg(MENDED)];
      measured = { ...measured, missing: measured.missing || -1 };
    }
    return { ...(await fromFile(path, true)), ...lost(measured) };
  },

  /** As many rows as their packed data hold; those of interlaced pictures are spread over all of it. */
  async png({ input }) {
    const source = await fromFile(input, true);
    return { ...source, ...lost(await pngRows(await readFile(input))) };
  },

  /** Rows behind the end of the data stay transparent. What an animation has lost cannot be told: nothing counts its frames. */
  async gif({ input, isSuspect }) {
    const source = await fromFile(input, true);
    if (source.pages > 1) return isSuspect ? { ...source, damage: { unit: 'unknown' } } : source;
    const { data, info } = await source.page(0).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const lastSeen = data.findLastIndex((value, i) => i % 4 === 3 && value > 0);
    const missing = info.height - 1 - Math.floor(lastSeen / 4 / info.width);
    return { ...source, ...lost({ rows: info.height, missing: isSuspect ? missing : 0 }) };
  },

  /** By Debian's libtiff, which knows more kinds than the one in sharp, and says which strips and lines it cannot read. */
  async tiff({ input }, mender) {
    const { rewritten, ...measured } = mender().mendTiff(input, MENDED);
    const source = await fromFile(rewritten ? MENDED : input, true);
    // Pages whose directories cannot be read are not counted by either.
    return { ...source, pages: Math.min(source.pages, measured.pages), ...lost(measured) };
  },

  /** libwebp decodes as far as the bytes go. */
  async webp({ input }, mender) {
    const read = mender().readWebp(await readFile(input));
    if (!read) throw new PictureError('FILE_CORRUPT');
    const { data, widthPx, heightPx, rows } = read;
    return fromPixels({ data, widthPx, heightPx, channels: 4, missingRows: heightPx - rows });
  },
};

const lost = ({ rows, missing }: Measured): { damage?: PictureDamage } =>
  missing === 0 ? {} : { damage: rowsLost(missing, rows) };
