import { corrupt } from './byte-reader.js';
import { type Window } from './windows.js';

/** A box of ISO/IEC 14496-12: `start` and `end` enclose its content. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** It is declared to continue past the end of its parent; `end` is then that of the parent. */
  readonly isCut: boolean;
}

/** More boxes than any real file has in its headers. */
const MAX_BOXES = 20_000;

/** Reads boxes; counts them over the whole file, so that nested or tiny ones cannot keep a reader busy. */
export class BoxWalker {
  private seen = 0;

  constructor(readonly window: Window) {}

  /**
   * The boxes between two offsets, in order. The last may be cut.
   *
   * @throws {AppError} FILE_CORRUPT if one is smaller than its own header, or there were too many
   */
  async *boxes(start: number, end: number): AsyncGenerator<Box> {
    let offset = start;
    // Fewer than eight bytes are padding: QuickTime ends `udta` with a zero word.
    while (end - offset >= 8) {
      if (++this.seen > MAX_BOXES) throw corrupt('it has too many boxes');
      const header = await this.window.readExactly(offset, Math.min(16, end - offset));
      const type = header.toString('latin1', 4, 8);
      let size = header.readUInt32BE(0);
      let headerBytes = 8;
      if (size === 1 && header.length === 16) {
        size = Number(header.readBigUInt64BE(8));
        headerBytes = 16;
      } else if (size === 0) {
        size = end - offset;
      }
      if (size < headerBytes || headerBytes > end - offset) throw corrupt('a box is too small');
      const isCut = offset + size > end;
      yield { type, start: offset + headerBytes, end: Math.min(offset + size, end), isCut };
      offset += size;
    }
  }

  /** First box of a type, or undefined. */
  async find(parent: Box, type: string): Promise<Box | undefined> {
    for await (const box of this.boxes(parent.start, parent.end)) if (box.type === type) return box;
    return undefined;
  }

  /** The content of a box, at most `length` bytes. */
  content(box: Box, length = 4096): Promise<Buffer> {
    return this.window.read(box.start, Math.min(length, box.end - box.start));
  }
}
