import { deflateSync } from 'node:zlib';
import { pngChunk } from './png.js';

/** One chunk of a WebP file. */
interface WebpChunk {
  readonly type: string;
  readonly data: Buffer;
}

const FIRST_CHUNK_AT = 12;
const HEAD_BYTES = 8;
const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');
/** Flags of VP8X that declare a chunk (RFC 9649, 2.7). */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** The chunks of a WebP (RFC 9649, 2.3) up to the first truncated one. */
export function completeChunks(file: Buffer): WebpChunk[] {
  const chunks: WebpChunk[] = [];
  for (let at = FIRST_CHUNK_AT; at + HEAD_BYTES <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const data = file.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    if (data.length < length) break;
    chunks.push({ type: file.toString('latin1', at, at + 4), data });
    // Chunks are padded to an even length.
    at += HEAD_BYTES + length + (length % 2);
  }
  return chunks;
}

/** A WebP that consists of these chunks. @returns its parts */
export function webpFromChunks(chunks: readonly WebpChunk[]): Buffer[] {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 4),
    4,
  );
  return [riff, ...parts];
}

/** Whether declared EXIF or XMP is missing. */
export function lacksMetadata(chunks: readonly WebpChunk[]): boolean {
  const flags = dataOf(chunks, 'VP8X')?.[0] ?? 0;
  const lacks = (flag: number, type: string): boolean =>
    (flags & flag) !== 0 && dataOf(chunks, type) === undefined;
  return lacks(HAS_EXIF, 'EXIF') || lacks(HAS_XMP, 'XMP ');
}

/** Profile, EXIF and XMP in PNG's form (PNG 3, 11.3). @returns chunks that precede its pixels */
export function pngChunksOf(chunks: readonly WebpChunk[]): Buffer[] {
  const [icc, exif, xmp] = ['ICCP', 'EXIF', 'XMP '].map((type) => dataOf(chunks, type));
  const tiff = exif?.indexOf(EXIF_PREFIX) === 0 ? exif.subarray(EXIF_PREFIX.length) : exif;
  return [
    ...(icc ? [pngChunk('iCCP', Buffer.from('icc\0\0', 'latin1'), deflateSync(icc))] : []),
    ...(tiff ? [pngChunk('eXIf', tiff)] : []),
    ...(xmp ? [pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp)] : []),
  ];
}

const dataOf = (chunks: readonly WebpChunk[], wanted: string): Buffer | undefined =>
  chunks.find(({ type }) => type === wanted)?.data;
