import { createGunzip } from 'node:zlib';
import { BLOCK_BYTES, isTarHeader } from '../../bytes/tar.js';
import type { Content } from '../../detect/content.js';

/** RFC 1952, with the one method that there is. */
export const GZIP = '\x1f\x8b\x08';
/** Far more than a header needs. */
const HEAD_BYTES = 16_384;

/** `gz` for content that is surely no tar; where that cannot be seen the engine says it. */
export async function seenGzip({ head }: Content): Promise<'tar.gz' | 'gz'> {
  const start = await unpackStart(head.subarray(0, HEAD_BYTES));
  return start === undefined || isTarHeader(start) ? 'tar.gz' : 'gz';
}

/** The first block, or all where there is less; undefined for what does not unpack so far. Nothing more is unpacked. */
function unpackStart(head: Buffer): Promise<Buffer | undefined> {
  const unpacker = createGunzip({ chunkSize: BLOCK_BYTES });
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const settle = (start: Buffer | undefined): void => {
      unpacker.destroy();
      resolve(start);
    };
    unpacker.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= BLOCK_BYTES) settle(Buffer.concat(parts));
    });
    unpacker.on('end', () => settle(Buffer.concat(parts)));
    unpacker.on('error', () => settle(undefined));
    unpacker.end(head);
  });
}
