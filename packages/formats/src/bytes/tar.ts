import type { Facts } from '../detect/facts.js';
import type { ByteReader } from './byte-reader.js';
import { corrupt } from './corrupt.js';

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
