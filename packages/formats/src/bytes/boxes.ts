import { type ByteReader, corrupt, endsTooEarly } from './byte-reader.js';

/** A box of an ISO base media file; `start` and `end` enclose what it holds. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const MAX_BOXES = 10_000;

/** The boxes of a whole file, in order. @throws {AppError} FILE_CORRUPT at one that reaches past the end */
export async function* topBoxes(reader: ByteReader): AsyncGenerator<Box> {
  let count = 0;
  for (let at = 0; at < reader.sizeBytes; ) {
    const head = await reader.read(at, 16);
    const next = boxAt(head, 0, at, reader.sizeBytes);
    if (++count > MAX_BOXES) throw corrupt('it has too many boxes');
    yield next;
    at = next.end;
  }
}

/** The boxes inside another one whose bytes are in memory. */
export function childBoxes(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const next = boxAt(bytes, at, at, end);
    if (boxes.push(next) > MAX_BOXES) throw corrupt('it has too many boxes');
    at = next.end;
  }
  return boxes;
}

/** ISO/IEC 14496-12, 4.2: size 0 reaches to the end, size 1 means that 64 bits follow. */
function boxAt(bytes: Buffer, index: number, offset: number, limit: number): Box {
  if (index + 8 > bytes.length) throw endsTooEarly();
  const size = bytes.readUInt32BE(index);
  const type = bytes.toString('latin1', index + 4, index + 8);
  if (size === 1 && index + 16 > bytes.length) throw endsTooEarly();
  const headerBytes = size === 1 ? 16 : 8;
  const length = size === 0 ? limit - offset : size === 1 ? Number(bytes.readBigUInt64BE(index + 8)) : size;
  if (length < headerBytes) throw corrupt('a box is broken');
  if (offset + length > limit) throw endsTooEarly();
  return { type, start: offset + headerBytes, end: offset + length };
}
