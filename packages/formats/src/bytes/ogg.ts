import type { Window } from './page-window.js';

const PAGE_HEADER_BYTES = 27;
/** Flag of the first page of a stream. */
export const IS_FIRST_OF_STREAM = 2;
/** Position of a page on which no packet ends. */
export const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** A page of RFC 3533: `dataAt` and `end` enclose its content; `end` may lie beyond the file. */
export interface OggPage {
  readonly flags: number;
  readonly position: bigint;
  readonly serial: number;
  readonly dataAt: number;
  readonly end: number;
}

/** The page at an offset, or undefined if none begins there. */
export async function readOggPage(window: Window, offset: number): Promise<OggPage | undefined> {
  const head = await window.read(offset, PAGE_HEADER_BYTES);
  if (head.length < PAGE_HEADER_BYTES || head.toString('latin1', 0, 4) !== 'OggS') return undefined;
  const segments = head[26] ?? 0;
  const lengths = await window.read(offset + PAGE_HEADER_BYTES, segments);
  const dataAt = offset + PAGE_HEADER_BYTES + segments;
  return {
    flags: head[5] ?? 0,
    position: head.readBigUInt64LE(6),
    serial: head.readUInt32LE(14),
    dataAt,
    end: dataAt + lengths.reduce((sum, length) => sum + length, 0),
  };
}
