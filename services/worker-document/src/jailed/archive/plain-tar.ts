import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import type { ArchivePacking } from '@filemill/formats';
import { MAX_DICTIONARY_BYTES, PACKERS, through, unpackBy } from './packers.js';
import { refusalOf, SEVEN_ZIP, startProgram } from './programs.js';
import { Refused } from './refused.js';
import { BLOCK_BYTES, isTarHeader, TAR_FRONT } from './tar-header.js';

const WHOLE = { chunkSize: 256 * 1024 };
/** zlib's options: a small buffer, because output is lost when it stops; a missing end is no error. */
const TO_THE_CUT = { chunkSize: 4 * 1024, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI_TO_THE_CUT = { chunkSize: 4 * 1024, finishFlush: constants.BROTLI_OPERATION_FLUSH };
/** The program that decompresses. */
const UNPACKERS: Readonly<
  Record<ArchivePacking, (file: Readable, salvage: boolean) => AsyncIterable<Buffer>>
> = {
  gzip: (file, salvage) => pipeline(file, createGunzip(salvage ? TO_THE_CUT : WHOLE), () => undefined),
  bzip2: (file) => unpackBy7z(file, 'bzip2'),
  xz: (file) => unpackBy7z(withinMemory(file), 'xz'),
  brotli: (file, salvage) =>
    pipeline(file, createBrotliDecompress(salvage ? BROTLI_TO_THE_CUT : WHOLE), () => undefined),
  zstd: unpackBy(PACKERS.zstd),
  lz4: unpackBy(PACKERS.lz4),
  lzma: unpackBy(PACKERS.lzma),
  lzip: unpackBy(PACKERS.lzip),
  lzop: unpackBy(PACKERS.lzop),
  compress: unpackBy(PACKERS.compress),
};

/**
 * bsdtar's input for a tar: {@link TAR_FRONT}, then the uncompressed tar.
 *
 * @throws {Refused} not-tar, if it contains no tar; corrupt, if it cannot be unpacked
 */
export async function* plainTar(
  file: Readable,
  packing?: ArchivePacking,
  salvage = false,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of unpackedBytes(file, packing, salvage)) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < BLOCK_BYTES) continue;
    if (!isTarHeader(head.subarray(0, BLOCK_BYTES))) throw new Refused('not-tar');
    yield TAR_FRONT;
    yield head;
    head = undefined;
  }
  if (head) throw new Refused('not-tar');
}

/** What is packed in a file. @throws {Refused} corrupt, if it cannot be unpacked */
export async function* unpackedBytes(
  file: Readable,
  packing?: ArchivePacking,
  salvage = false,
): AsyncGenerator<Buffer> {
  try {
    yield* packing ? UNPACKERS[packing](file, salvage) : (file as AsyncIterable<Buffer>);
  } catch (error) {
    throw isZlibError(error) ? new Refused('corrupt', 'it cannot be unpacked') : refusalOf(error);
  }
}

/** 7-Zip reports missing memory and damage with the same message. @throws {Refused} memory */
async function* withinMemory(file: Readable): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (head) {
      head = Buffer.concat([head, chunk.subarray(0, XZ_HEAD_BYTES)]);
      if (xzDictionaryBytes(head) > MAX_DICTIONARY_BYTES) throw new Refused('memory');
      if (head.length >= XZ_HEAD_BYTES) head = undefined;
    }
    yield chunk;
  }
}

/** `Z_…`, and `ERR__…` of brotli. */
const isZlibError = (error: unknown): boolean =>
  /^(?:Z|ERR_)_/.test((error as NodeJS.ErrnoException).code ?? '');

/** Data after the last stream, such as the zeros of a tape, is no damage: other programs ignore it too. */
const TRAILING = /ERROR: There are some data after the end of the payload data/;

const unpackBy7z = (file: AsyncIterable<Buffer>, type: string): AsyncIterable<Buffer> =>
  through(
    file,
    startProgram(SEVEN_ZIP, ['x', `-t${type}`, '-si', '-so', '-y'], { stdin: 'pipe' }),
    ({ message }) => TRAILING.test(message),
  );

/** The xz file format, 2.1.1 and 3.1: a stream's header, then the first block's, whose size is in its first byte. */
const STREAM_HEADER_BYTES = 12;
const FILTER_COUNT = 0b11;
const HAS_COMPRESSED_SIZE = 0x40;
const HAS_UNCOMPRESSED_SIZE = 0x80;
const LZMA2 = 0x21;

/** The maximum length of the first block's header. */
export const XZ_HEAD_BYTES = STREAM_HEADER_BYTES + 1024;

/**
 * The dictionary size that the first block declares; later blocks are written with the same settings.
 *
 * @param head - the first {@link XZ_HEAD_BYTES} of a file, or all of it
 * @returns bytes, 0 without a valid header: the program that unpacks it reports the error
 */
export function xzDictionaryBytes(head: Buffer): number {
  const flags = head[STREAM_HEADER_BYTES + 1] ?? 0;
  let at = STREAM_HEADER_BYTES + 2;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; at < head.length; shift += 7) {
      const byte = head[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  if (flags & HAS_COMPRESSED_SIZE) number();
  if (flags & HAS_UNCOMPRESSED_SIZE) number();
  for (let filter = 0; filter <= (flags & FILTER_COUNT); filter++) {
    const id = number();
    const propertyBytes = number();
    const code = head[at] ?? 0xff;
    if (id === LZMA2) return code > 40 ? 0 : (2 + (code % 2)) * 2 ** (Math.floor(code / 2) + 11);
    at += propertyBytes;
  }
  return 0;
}
