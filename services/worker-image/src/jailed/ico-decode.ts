import { decodeBitmap, readHeader } from './bmp-decode.js';
import { PictureError } from './picture-error.js';
import type { Pixels } from './pixels.js';

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * The largest picture of an icon, the one with most colours among equals.
 *
 * @returns the bytes of a PNG, or RGBA pixels
 */
export function decodeIco(file: Buffer): Buffer | Pixels {
  const count = file.readUInt16LE(4);
  const entries = Array.from({ length: count }, (_, i) => {
    const at = 6 + i * 16;
    const picture = file.subarray(
      file.readUInt32LE(at + 12),
      file.readUInt32LE(at + 12) + file.readUInt32LE(at + 8),
    );
    const isPng = picture.subarray(0, 8).equals(PNG_MAGIC);
    const header = isPng ? undefined : readHeader(picture, 0, true);
    const area = header
      ? header.widthPx * header.heightPx
      : picture.readUInt32BE(16) * picture.readUInt32BE(20);
    return { picture, isPng, area, bits: header?.bits ?? 32 };
  });
  entries.sort((a, b) => b.area - a.area || b.bits - a.bits);
  const best = entries[0];
  if (!best) throw new PictureError('FILE_CORRUPT', 'it holds no picture');
  return best.isPng ? best.picture : withMask(best.picture);
}

/** Colours, and behind them one bit a pixel that makes it transparent; 32-bit pictures carry their own alpha. */
function withMask(picture: Buffer): Pixels {
  const header = readHeader(picture, 0, true);
  const colours = decodeBitmap(picture, 0, undefined, true);
  if (colours.channels === 4) return colours;
  const { widthPx, heightPx } = header;
  const colourBytes = Math.ceil((widthPx * header.bits) / 32) * 4 * heightPx;
  const mask = picture.subarray(header.headerBytes + header.paletteSize * 4 + colourBytes);
  const maskRow = Math.ceil(widthPx / 32) * 4;
  const data = Buffer.alloc(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      colours.data.copy(data, i * 4, i * 3, i * 3 + 3);
      const bit = (mask[(heightPx - 1 - y) * maskRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7));
      data[i * 4 + 3] = bit ? 0 : 255;
    }
  }
  return { data, widthPx, heightPx, channels: 4 };
}
