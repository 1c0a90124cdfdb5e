import { createGunzip } from 'node:zlib';
import { BLOCK_BYTES, isTarHeader } from '../../bytes/tar.js';
import type { Content } from '../../detect/content.js';

/** RFC 1952; 8, deflate, is the only method defined. */
export const GZIP = '\x1f\x8b\x08';
/** Far more than any real header has. */
const HEAD_BYTES = 16_384;

/** `gz` if the content is certainly not a tar; `tar.gz` otherwise, and the engine decides. */
export async function detectGzip({ head }: Content): Promise<'tar.gz' | 'gz'> {
  const start = await unpackStart(head.subarray(0, HEAD_BYTES));
  return start === undefined || isTarHeader(start) ? 'tar.gz' : 'gz';
}

/** The first unpacked block, or everything if there is less; undefined if it cannot be unpacked. */
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
