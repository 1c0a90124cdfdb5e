import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../archive/programs.js';

/** libdeflate's program, of Debian's package: of one stream it makes a twentieth less than zlib. */
export const LIBDEFLATE = '/usr/bin/libdeflate-gzip';
/** Header and trailer of a gzip member without a name (RFC 1952). */
const GZIP_HEAD_BYTES = 10;
const GZIP_TAIL_BYTES = 8;

/**
 * Compresses files by deflate as small as libdeflate can.
 *
 * @param folder - for the work, inside the job's folder; it must not exist, and is removed again
 * @returns the raw deflate streams (RFC 1951), in the same order
 */
export async function deflateBest(contents: readonly Buffer[], folder: string): Promise<Buffer[]> {
  if (contents.length === 0) return [];
  mkdirSync(folder);
  try {
    const files = contents.map((_, index) => join(folder, `${index}`));
    for (const [index, file] of files.entries()) writeFileSync(file, contents[index] as Buffer);
    await deflateFiles(files);
    return files.map((file) => rawDeflateOf(readFileSync(`${file}.gz`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a gzip member without a name beside each file, which is removed. */
export const deflateFiles = (files: readonly string[]): Promise<void> =>
  startProgram(LIBDEFLATE, ['-12', ...files], { stdout: 'ignore' }).ended;

/** The deflate stream of a gzip member without a name. */
const rawDeflateOf = (gzip: Buffer): Buffer => gzip.subarray(GZIP_HEAD_BYTES, -GZIP_TAIL_BYTES);
