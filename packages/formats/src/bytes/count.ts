import type { ByteReader } from './byte-reader.js';

const PIECE_BYTES = 1_048_576;

/** How often some bytes stand in a file, which is read once, piece by piece. @param bytes - one character per byte (latin1) */
export async function countIn(reader: ByteReader, bytes: string): Promise<number> {
  const wanted = Buffer.from(bytes, 'latin1');
  let count = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (let at = 0; at < reader.sizeBytes; at += PIECE_BYTES) {
    const piece = Buffer.concat([rest, await reader.read(at, PIECE_BYTES)]);
    let from = 0;
    for (let found = piece.indexOf(wanted); found >= 0; found = piece.indexOf(wanted, from)) {
      count++;
      from = found + wanted.length;
    }
    rest = piece.subarray(Math.max(from, piece.length - wanted.length + 1));
  }
  return count;
}
