import { constants, gunzipSync } from 'node:zlib';
import type { ByteReader } from '../byte-reader.js';
import { BLOCK_BYTES, isTarHeader } from './tar.js';

/** Far more than a header needs, and nothing to unpack. */
const HEAD_BYTES = 16_384;

/** `tar.gz` if a tar begins inside, `gz` for any other content. */
export async function gzipKind(reader: ByteReader): Promise<string> {
  const head = await reader.read(0, HEAD_BYTES);
  return isTarHeader(unpackStart(head)) ? 'tar.gz' : 'gz';
}

function unpackStart(head: Buffer): Buffer {
  try {
    // An end that is missing is no error then; a ratio of 1,032 at most (zlib.h) bounds what comes out.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, BLOCK_BYTES);
  } catch {
    return Buffer.alloc(0); // no gzip at all, which the caller says
  }
}
