import { corrupt } from './byte-reader.js';
import { type Window } from './windows.js';

/** An EBML element (RFC 8794): `start` and `end` enclose its content. */
export interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** The writer left the size open, as live recordings do; `end` is then that of the parent. */
  readonly isOpen: boolean;
  /** It is declared to continue past the end of its parent; `end` is then that of the parent. */
  readonly isCut: boolean;
}

/** More elements than the headers of any real file have. */
const MAX_ELEMENTS = 20_000;

/** Reads elements; counts them over the whole file, so that a file of tiny elements is refused. */
export class EbmlWalker {
  private seen = 0;

  constructor(readonly window: Window) {}

  /**
   * The element at an offset, or undefined at the end.
   *
   * @throws {AppError} FILE_CORRUPT if it is not an element, or there were too many
   */
  async at(offset: number, parentEnd: number): Promise<Element | undefined> {
    if (offset >= parentEnd) return undefined;
    if (++this.seen > MAX_ELEMENTS) throw corrupt('it has too many elements');
    const bytes = await this.window.read(offset, Math.min(12, parentEnd - offset));
    const idBytes = Math.clz32(bytes[0] ?? 0) - 23;
    if (idBytes > 4 || bytes.length < idBytes + 1) throw corrupt('an element is broken');
    const sizeBytes = Math.clz32(bytes[idBytes] ?? 0) - 23;
    if (sizeBytes > 8 || bytes.length < idBytes + sizeBytes) throw corrupt('an element is broken');
    const start = offset + idBytes + sizeBytes;
    const coded =
      readUint(bytes.subarray(idBytes, idBytes + sizeBytes)) & ((1n << BigInt(7 * sizeBytes)) - 1n);
    const isOpen = coded === (1n << BigInt(7 * sizeBytes)) - 1n;
    const end = isOpen ? parentEnd : start + Number(coded);
    const id = Number(readUint(bytes.subarray(0, idBytes)));
    return { id, start, end: Math.min(end, parentEnd), isOpen, isCut: end > parentEnd };
  }

  /** The children of an element, in order; the last may be cut. */
  async *children(parent: Pick<Element, 'start' | 'end'>): AsyncGenerator<Element> {
    let offset = parent.start;
    for (;;) {
      const element = await this.at(offset, parent.end);
      if (!element) return;
      yield element;
      offset = element.end;
    }
  }

  /**
   * The children's contents by id; for repeated ids the last one.
   *
   * @param maxBytes - of each; a longer one is read only up to here
   */
  async fields(parent: Pick<Element, 'start' | 'end'>, maxBytes = 256): Promise<Map<number, Buffer>> {
    const parts = new Map<number, Element>();
    for await (const child of this.children(parent)) {
      parts.set(child.id, child);
      if (parts.size > MAX_FIELDS) throw corrupt('an element has too many parts');
    }
    const fields = new Map<number, Buffer>();
    for (const [id, part] of parts) {
      fields.set(id, await this.window.read(part.start, Math.min(part.end - part.start, maxBytes)));
    }
    return fields;
  }
}

/** Different parts of one element: the largest, TrackEntry, has about 50 in RFC 9559. */
const MAX_FIELDS = 200;

/** An unsigned integer of up to 8 bytes. */
export function readUint(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.subarray(0, 8).toString('hex')}`);
}

/** A number of 0, 4 or 8 bytes. */
export function readFloat(bytes: Buffer | undefined): number {
  if (bytes?.length === 8) return bytes.readDoubleBE(0);
  return bytes?.length === 4 ? bytes.readFloatBE(0) : 0;
}

/** Text, up to its first zero. */
export const readText = (bytes: Buffer | undefined): string =>
  bytes?.toString('utf8').split('\0', 1)[0] ?? '';
