import type { Window } from './windows.js';

/** A chunk of a RIFF file (Multimedia Programming Interface 1.0). */
export interface Chunk {
  readonly id: string;
  /** Kind of a list; empty for a plain chunk. */
  readonly list: string;
  readonly start: number;
  /** As declared; it may lie beyond the end of the file. */
  readonly end: number;
}

/** More chunks than the headers of any real file have. */
const MAX_CHUNKS = 5_000;

/**
 * The chunks between two offsets, in order.
 *
 * @param most - chunks that are read at most
 */
export async function* chunks(
  window: Window,
  start: number,
  end: number,
  most = MAX_CHUNKS,
): AsyncGenerator<Chunk> {
  let offset = start;
  for (let seen = 0; seen < most && offset + 8 <= end; seen++) {
    const head = await window.read(offset, 12);
    if (head.length < 8) return;
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    const isList = id === 'LIST' || id === 'RIFF';
    const list = isList && head.length === 12 ? head.toString('latin1', 8, 12) : '';
    yield { id, list, start: offset + (isList ? 12 : 8), end: offset + 8 + size };
    offset += 8 + size + (size & 1);
  }
}

/** Whether a chunk, or the end of the file, is at an offset: an id of printable characters, and a size that fits. */
export async function isChunk(window: Window, offset: number): Promise<boolean> {
  const head = await window.read(offset, 8);
  if (head.length < 8) return true;
  const fits = offset + 8 + head.readUInt32LE(4) <= window.sizeBytes;
  return fits && /^[ -~]{4}$/.test(head.toString('latin1', 0, 4));
}
