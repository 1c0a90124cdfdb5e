import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { type BrotliOptions, constants, createBrotliCompress } from 'node:zlib';
import type { ArchivePacking } from '@filemill/formats';
import { withinRatio } from '../archive/byte-streams.js';
import { PACKERS, STREAMS, through } from '../archive/packers.js';
import { unpackedBytes } from '../archive/plain-tar.js';
import type { ArchiveLimits } from '../archive/planner.js';
import { SEVEN_ZIP, startProgram } from '../archive/programs.js';
import { Refused } from '../archive/refused.js';
import { deflateFiles } from './deflate.js';
import type { RepackWork } from './work.js';

const MB = 1024 ** 2;
/** Above this size the slowest settings would take minutes. */
const SLOW_BYTES = 64 * MB;
/** Brotli's best is slower than the others by far. */
const SLOW_BROTLI_BYTES = 8 * MB;
const READ_BYTES = 256 * 1024;

/** Packs a file of `bytes` bytes as small as its size allows. */
type Best = (file: string, bytes: number) => AsyncIterable<Buffer>;

const readFile = (path: string): Readable => createReadStream(path, { highWaterMark: READ_BYTES });
const by =
  (path: string, slow: readonly string[], fast: readonly string[]): Best =>
  (file, bytes) =>
    through(readFile(file), startProgram(path, bytes <= SLOW_BYTES ? slow : fast, { stdin: 'pipe' }));

const BEST: Readonly<Partial<Record<ArchivePacking, Best>>> = {
  gzip: gzipBest,
  bzip2: (file, bytes) => {
    // -so writes no file; the name must not be that of one.
    const level = bytes <= SLOW_BYTES ? '-mx=9' : '-mx=5';
    const args = ['a', '-tbzip2', level, '-si', '-so', '-bsp0', `${file}.none`];
    return through(readFile(file), startProgram(SEVEN_ZIP, args, { stdin: 'pipe' }));
  },
  xz: by(PACKERS.lzma.path, ['-q', '-z', '-c', '-9e'], ['-q', '-z', '-c', '-6']),
  lzma: by(
    PACKERS.lzma.path,
    ['-q', '--format=lzma', '-z', '-c', '-9e'],
    ['-q', '--format=lzma', '-z', '-c', '-6'],
  ),
  zstd: by(PACKERS.zstd.path, ['-q', '-c', '-19'], ['-q', '-c', '-12']),
  lz4: by(PACKERS.lz4.path, ['-q', '-z', '-c', '-12'], ['-q', '-z', '-c', '-9']),
  lzip: by(PACKERS.lzip.path, ['-q', '-c', '-9'], ['-q', '-c', '-5']),
  lzop: by(PACKERS.lzop.path, ['-q', '-c', '-9'], ['-q', '-c', '-7']),
  brotli: (file, bytes) => {
    const quality = bytes <= SLOW_BROTLI_BYTES ? 11 : 9;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    };
    const options: BrotliOptions = { params };
    return pipeline(readFile(file), createBrotliCompress(options), () => undefined);
  },
};

/**
 * Packs again what is packed as a whole; what is inside stays the same, byte by byte. The result is unpacked and compared.
 *
 * @param salvage - of a damaged file, what can be unpacked
 * @throws {Refused} corrupt, bytes, ratio; {Error} if the result unpacks to something else
 */
export async function repackStream(
  work: RepackWork,
  packing: ArchivePacking,
  limits: ArchiveLimits,
  salvage: boolean,
): Promise<void> {
  const plain = `${work.folder}/plain`;
  const packed = readFile(work.input) as ReturnType<typeof createReadStream>;
  const bytes = withinRatio(unpackedBytes(packed, packing, salvage), () => packed.bytesRead, limits);
  const before = createHash('sha256');
  await finished(
    Readable.from(hashed(within(bytes, limits.unpackedBytes), before), { objectMode: true }),
    createWriteStream(plain),
  );
  const { size } = statSync(plain);
  if (salvage && size === 0) throw new Refused('corrupt', 'nothing of it can be unpacked');
  work.onProgress(0.2);
  const best = BEST[packing]?.(plain, size);
  if (!best) throw new Error(`nothing packs ${packing} better`);
  const named = packing === 'gzip' ? withHeader(best, gzipHeaderOf(work.input)) : best;
  await finished(Readable.from(named, { objectMode: true }), createWriteStream(work.output));
  work.onProgress(0.9);
  rmSync(plain, { force: true });
  const after = createHash('sha256');
  for await (const part of unpackedBytes(readFile(work.output) as never, packing)) after.update(part);
  if (after.digest('hex') !== before.digest('hex')) throw new Error('the result unpacks to other bytes');
}

/** @throws {Refused} bytes */
async function* within(parts: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > most) throw new Refused('bytes');
    yield part;
  }
}

async function* hashed(
  parts: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

/** A gzip member without a name. libdeflate packs a file only as a whole, so a large one goes through zlib. */
async function* gzipBest(file: string, bytes: number): AsyncGenerator<Buffer> {
  if (bytes > SLOW_BYTES) {
    yield* STREAMS.gzip(readFile(file) as AsyncIterable<Buffer>, 9);
    return;
  }
  await deflateFiles([file]);
  yield readFileSync(`${file}.gz`);
}

/** RFC 1952, 2.3: flags, an extra field, the name, a comment, a checksum of the header. */
const GZIP = { bytes: 10, hasChecksum: 2, hasExtra: 4, hasName: 8, hasComment: 16 };
const MAX_HEADER_BYTES = 128 * 1024;

/** The header of the first member, with its name, time and system. */
function gzipHeaderOf(path: string): Buffer {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(MAX_HEADER_BYTES);
  const length = readSync(file, head, 0, MAX_HEADER_BYTES, 0);
  closeSync(file);
  const known = head.subarray(0, length);
  const flags = known.readUInt8(3);
  let at = GZIP.bytes;
  if (flags & GZIP.hasExtra && at + 2 <= length) at += 2 + known.readUInt16LE(at);
  for (const field of [GZIP.hasName, GZIP.hasComment]) {
    const end = flags & field ? known.indexOf(0, at) : at - 1;
    // A header that is longer than this is replaced by an empty one.
    if (end < at - 1) return Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    at = end + 1;
  }
  const header = Buffer.from(known.subarray(0, at));
  header.writeUInt8(flags & ~GZIP.hasChecksum, 3);
  return header;
}

/** Replaces the header of a member without a name. */
async function* withHeader(gzip: AsyncIterable<Buffer>, header: Buffer): AsyncGenerator<Buffer> {
  yield header;
  let left = GZIP.bytes;
  for await (const part of gzip) {
    const skipped = Math.min(left, part.length);
    left -= skipped;
    yield part.subarray(skipped);
  }
}
