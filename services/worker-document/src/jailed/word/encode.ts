import sharp from 'sharp';
import type { EncodedPicture } from './model.js';

sharp.concurrency(1);
sharp.cache(false);

/** Of a PNG with a palette. */
const MAX_COLOURS = 256;
const JPEG_QUALITY = 88;

/** Pixels as PDFium draws them: 4 bytes each, red, green, blue and opacity. */
export interface Pixels {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Whether there is nothing but paper. */
export function isWhite({ bytes }: Pixels): boolean {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  return words.every((word) => (word & 0xffffff) === 0xffffff);
}

function hasFewColours({ bytes }: Pixels): boolean {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const colours = new Set<number>();
  let last: number | undefined;
  for (const word of words) {
    if (word === last) continue;
    last = word;
    colours.add(word);
    if (colours.size > MAX_COLOURS) return false;
  }
  return true;
}

function isOpaque({ bytes }: Pixels): boolean {
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 255) return false;
  return true;
}

/** Drawings and what is partly clear as PNG, photos as JPEG. */
export async function encode(pixels: Pixels): Promise<EncodedPicture> {
  const { bytes, widthPx, heightPx } = pixels;
  const image = sharp(bytes, {
    raw: { width: widthPx, height: heightPx, channels: 4 },
    limitInputPixels: false,
  });
  const isPlain = hasFewColours(pixels);
  const opaque = isOpaque(pixels);
  const extension = isPlain || !opaque ? 'png' : 'jpg';
  const flat = opaque ? image.removeAlpha() : image;
  const encoded =
    extension === 'png'
      ? flat.png({ compressionLevel: 9, palette: isPlain })
      : flat.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' });
  return { bytes: await encoded.toBuffer(), extension, widthPx, heightPx };
}
