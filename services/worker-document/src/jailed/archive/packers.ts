import { pipeline, Readable } from 'node:stream';
import { type BrotliOptions, constants, createBrotliCompress } from 'node:zlib';
import type { ArchivePacking } from '@filemill/formats';
import { gzip } from './gzip.js';
import { type Program, ProgramFailed, startProgram } from './programs.js';
import { Refused } from './refused.js';

/** A program that packs and unpacks one format; both from standard input to standard output. */
interface Packer {
  readonly path: string;
  pack(level: number): readonly string[];
  readonly unpack: readonly string[];
}

/** Memory of a job that is left for a decompressor's dictionary. */
export const MAX_DICTIONARY_BYTES = 768 * 1024 ** 2;

const fast = (level: number): string => `-${level}`;

/** Each takes the format from its arguments, never from the first bytes. */
export const PACKERS = {
  zstd: {
    path: '/usr/bin/zstd',
    pack: (level) => ['-q', '-c', '-T2', fast(level)],
    unpack: ['-q', '-d', '-c', '--format=zstd', `--memory=${MAX_DICTIONARY_BYTES}`],
  },
  lz4: {
    path: '/usr/bin/lz4',
    pack: (level) => ['-q', '-z', '-c', fast(level)],
    unpack: ['-q', '-d', '-c'],
  },
  lzma: {
    path: '/usr/bin/xz',
    pack: (level) => ['-q', '--format=lzma', '-z', '-c', fast(level)],
    unpack: ['-q', '--format=lzma', '-d', '-c', `--memlimit-decompress=${MAX_DICTIONARY_BYTES}`],
  },
  lzip: {
    // Not /usr/bin/lzip, which leads through /etc/alternatives.
    path: '/usr/bin/lzip.lzip',
    pack: (level) => ['-q', '-c', fast(level)],
    unpack: ['-q', '-d', '-c'],
  },
  lzop: {
    path: '/usr/bin/lzop',
    pack: (level) => ['-q', '-c', fast(level)],
    unpack: ['-q', '-d', '-c'],
  },
  // -f: it is no error that random bytes become larger.
  compress: { path: '/usr/bin/compress', pack: () => ['-c', '-f'], unpack: ['-d', '-c'] },
} as const satisfies Partial<Record<ArchivePacking, Packer>>;

const packBy =
  ({ path, pack }: Packer) =>
  (tar: AsyncIterable<Buffer>, level: number): AsyncIterable<Buffer> =>
    through(tar, startProgram(path, pack(level), { stdin: 'pipe' }));

/** Brotli: its quality is the level. */
function brotli(tar: AsyncIterable<Buffer>, level: number): AsyncIterable<Buffer> {
  const options: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
  return pipeline(Readable.from(tar, { objectMode: true }), createBrotliCompress(options), () => undefined);
}

/** Every packing whose bytes are written as a stream. */
export const STREAMS = {
  gzip,
  brotli,
  zstd: packBy(PACKERS.zstd),
  lz4: packBy(PACKERS.lz4),
  lzma: packBy(PACKERS.lzma),
  lzip: packBy(PACKERS.lzip),
  lzop: packBy(PACKERS.lzop),
  compress: packBy(PACKERS.compress),
} as const;

/** Unpacks a stream with one of the {@link PACKERS}. @throws {ProgramFailed} if it cannot */
export const unpackBy =
  ({ path, unpack }: Packer) =>
  (file: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
    through(file, startProgram(path, unpack, { stdin: 'pipe' }));

/**
 * What a program makes of a stream.
 *
 * @param isSuccess - for an exit code that is no error
 * @throws {Refused} of the stream; {ProgramFailed} of the program
 */
export async function* through(
  bytes: AsyncIterable<Buffer>,
  program: Program,
  isSuccess: (error: ProgramFailed) => boolean = () => false,
): AsyncGenerator<Buffer> {
  let refusal: Refused | undefined;
  // If it ends before it has read everything, its own result decides.
  pipeline(bytes, program.stdin, (error) => {
    if (error instanceof Refused) refusal = error;
  });
  try {
    yield* program.stdout as AsyncIterable<Buffer>;
    await program.ended.catch((error: unknown) => {
      if (refusal) throw refusal;
      if (!(error instanceof ProgramFailed) || !isSuccess(error)) throw error;
    });
  } finally {
    program.kill();
  }
}
