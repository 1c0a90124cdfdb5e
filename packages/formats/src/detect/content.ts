import type { ByteReader } from '../bytes/byte-reader.js';

/** Bytes of the beginning that every signature can check: enough for most formats. */
export const HEAD_BYTES = 65_536;

/** A file whose format is being detected: its beginning, and other parts, read once for all signatures. */
export class Content {
  private readonly found = new Map<unknown, Promise<unknown>>();

  private constructor(
    readonly reader: ByteReader,
    /** Up to {@link HEAD_BYTES} from the start. */
    readonly head: Buffer,
  ) {}

  static async open(reader: ByteReader): Promise<Content> {
    return new Content(reader, await reader.read(0, HEAD_BYTES));
  }

  get sizeBytes(): number {
    return this.reader.sizeBytes;
  }

  /** The answer of `find` for this content; `find` runs once for all signatures. */
  once<T>(find: (content: Content) => Promise<T>): Promise<T> {
    const known = this.found.get(find) as Promise<T> | undefined;
    if (known) return known;
    const finding = find(this);
    this.found.set(find, finding);
    return finding;
  }
}
