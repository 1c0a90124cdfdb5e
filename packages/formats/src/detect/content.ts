import type { ByteReader } from '../bytes/byte-reader.js';

/** Bytes of the beginning that every signature may look at: most formats show themselves there. */
export const HEAD_BYTES = 65_536;

/** A file whose format is being found: its beginning, and whatever else a signature asks for, read once for all of them. */
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

  /** What `find` makes of this content; found once, however many signatures ask. */
  once<T>(find: (content: Content) => Promise<T>): Promise<T> {
    const known = this.found.get(find) as Promise<T> | undefined;
    if (known) return known;
    const finding = find(this);
    this.found.set(find, finding);
    return finding;
  }
}
