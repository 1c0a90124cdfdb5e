import { createGunzip } from 'node:zlib';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';

/** POSIX.1-2017, pax, "ustar Interchange Format". */
export const BLOCK_BYTES = 512;
const CHECKSUM = { offset: 148, length: 8 };

/** Whether a block is the header of a tar, by its checksum: the sum of its bytes, where its own field counts as spaces. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK_BYTES || block[0] === 0) return false;
  const end = CHECKSUM.offset + CHECKSUM.length;
  const field = block.toString('latin1', CHECKSUM.offset, end);
  if (!/^ *[0-7]+[\0 ]*$/.test(field)) return false;
  let sum = CHECKSUM.length * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at++) if (at < CHECKSUM.offset || at >= end) sum += block.readUInt8(at);
  return sum === Number.parseInt(field, 8);
}

/** Checks the first header; the engine reads the rest. @throws {AppError} FILE_CORRUPT, as `damage` of the facts */
export async function inspectTar(reader: ByteReader): Promise<Facts> {
  if (!isTarHeader(await reader.read(0, BLOCK_BYTES))) throw corrupt('its first header is broken');
  return {};
}

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
