// Runs in the cluster: makes pictures without a library.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A greyscale PNG of noise, different at each call. @see RFC 2083 */
export function noisePng(widthPx: number, heightPx: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 8; // bits a sample; all else 0: greyscale, deflate, no interlace
  const rows = randomBytes((widthPx + 1) * heightPx);
  for (let row = 0; row < heightPx; row++) rows[row * (widthPx + 1)] = 0; // each begins with its filter: none
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
