import { deflateSync } from 'node:zlib';
import type { Softening } from '@filemill/worker';
import sharp, { type Sharp } from 'sharp';
import type { ListedPicture, StreamDictionary } from './listed.js';

// One job never takes more than a slot.
sharp.concurrency(1);

/** Of pictures that only become smaller, and were JPEG before: no further loss is visible. */
const QUALITY_OF_SMALLER = 90;
/** What says how samples are shown beyond their space: changed samples would no longer fit. */
const MEANINGS = ['/Decode', '/DecodeParms', '/Mask', '/ImageMask', '/SMaskInData'];

/** How a picture is encoded. */
export interface PictureForm {
  /** Of JPEG; absent: it is only made smaller where its pixels are too many. */
  readonly quality?: number;
  /** Share of the sides that stays. */
  readonly scale: number;
  readonly softening?: Softening;
}

/** A picture as the document has it. */
export interface Source {
  /** JPEG, or the samples. */
  readonly bytes: Buffer;
  readonly dict: StreamDictionary;
  readonly listed: ListedPicture;
  /** Most pixels for each inch of a page; absent: as many as there are. */
  readonly dpi?: number;
}

/** A picture in its new form. */
export interface Recoded {
  readonly bytes: Buffer;
  readonly dict: StreamDictionary;
}

/** As qpdf packs samples. */
const packedBytes = (samples: Buffer): number => deflateSync(samples, { level: 9 }).length;

/** How many bytes a picture takes in the new document. */
export const sizeOf = ({ bytes, dict }: Recoded): number =>
  dict['/Filter'] === undefined ? packedBytes(bytes) : bytes.length;

/**
 * A picture with less quality or fewer pixels. Its space of colours stays, and so do its samples: no profile is applied.
 *
 * @returns undefined if it would not become smaller, or has something that new samples would not fit
 */
export async function encodedAgain(
  { bytes, dict, listed, dpi = Number.POSITIVE_INFINITY }: Source,
  { quality, scale, softening }: PictureForm,
): Promise<Recoded | undefined> {
  const { width, height, channels, isJpeg } = listed;
  const filter = isJpeg ? '/DCTDecode' : undefined;
  const isSafe = MEANINGS.every((name) => dict[name] === undefined) && dict['/Filter'] === filter;
  if (!isSafe || (!isJpeg && bytes.length !== width * height * channels)) return undefined;
  const share = Math.min(1, scale, dpi / listed.dpi);
  if (quality === undefined && share === 1) return undefined;
  const opened = isJpeg
    ? sharp(bytes, { ignoreIcc: true, failOn: 'error' })
    : sharp(bytes, { raw: { width, height, channels } });
  const chroma = isJpeg ? await chromaOf(opened, listed) : '4:4:4';
  if (!chroma) return undefined;
  const size = {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
  const scaled = share < 1 ? opened.resize({ ...size, fit: 'fill' }) : opened;
  const softened = softening ? scaled.convolve({ ...softening, kernel: [...softening.kernel] }) : scaled;
  const picture = softened.toColourspace(channels === 1 ? 'b-w' : 'srgb');
  const common = { ...dict, '/Width': size.width, '/Height': size.height };
  if (quality === undefined && !isJpeg) {
    // qpdf packs what has no filter.
    return { bytes: await picture.raw().toBuffer(), dict: common };
  }
  const made = await picture
    .jpeg({ quality: quality ?? QUALITY_OF_SMALLER, chromaSubsampling: chroma })
    .toBuffer();
  if (made.length >= (isJpeg ? bytes.length : listed.packedBytes)) return undefined;
  return { bytes: made, dict: { ...common, '/Filter': '/DCTDecode' } };
}

/** How a JPEG stores colours: at full resolution or half of it; undefined if it is not what the document says of it. */
async function chromaOf(
  picture: Sharp,
  { width, height, channels }: ListedPicture,
): Promise<'4:4:4' | '4:2:0' | undefined> {
  const found = await picture.metadata();
  const isAsListed = found.width === width && found.height === height && found.channels === channels;
  if (!isAsListed) return undefined;
  return found.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
}
