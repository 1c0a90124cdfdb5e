import type { ByteReader } from '../bytes/byte-reader.js';
import { Window } from '../bytes/windows.js';

/**
 * How the bytes of a format identify it. The highest priority is checked first, and the first match decides.
 * Two signatures share a priority only if no file can match both, which the registry checks when it starts.
 */
export interface Signature {
  /** 0 to 1,000: 900 for a checksum, 500 for magic numbers, 100 for words in a text. */
  readonly priority: number;
  /** Bytes that a file must have, by their offset. */
  readonly magic?: ReadonlyMap<number, Buffer>;
  /** The finder and the answer that matches; a finder returns one answer per file. */
  readonly answer?: { readonly find: (content: Content) => Promise<unknown>; readonly wanted: unknown };
  /**
   * @throws what a reader throws; a file that it cannot parse does not match
   * @throws {AppError} FILE_ENCRYPTED if encryption hides the format
   */
  readonly matches: (content: Content) => boolean | Promise<boolean>;
}

const MAGIC_PRIORITY = 500;

/**
 * Bytes at fixed places.
 *
 * @param places - offset → bytes, as text with one byte per character (latin1); within the first 64 KiB
 */
export function magic(places: Readonly<Record<number, string>>, priority = MAGIC_PRIORITY): Signature {
  const wanted = new Map(
    Object.entries(places).map(([offset, bytes]) => [Number(offset), Buffer.from(bytes, 'latin1')]),
  );
  const parts = [...wanted];
  return {
    priority,
    magic: wanted,
    matches: ({ head }) =>
      parts.every(([offset, bytes]) => head.subarray(offset, offset + bytes.length).equals(bytes)),
  };
}

/** Bytes at one offset: the most usual signature. */
export const at = (offset: number, bytes: string, priority?: number): Signature =>
  magic({ [offset]: bytes }, priority);

/** Any other way to identify a format: the type inside a container, a structure, words in a text. */
export const shows = (priority: number, matches: Signature['matches']): Signature => ({ priority, matches });

/**
 * One answer of a finder that distinguishes several formats, such as those inside one container.
 *
 * @param find - called once per file for all of them
 * @param start - first bytes; without them `find` is not called, as in {@link at}
 */
export function finds<T>(
  priority: number,
  find: (content: Content) => Promise<T>,
  wanted: T,
  start?: string,
): Signature {
  const begins = start === undefined ? undefined : at(0, start);
  return {
    priority,
    ...(begins?.magic && { magic: begins.magic }),
    answer: { find, wanted },
    matches: (content) =>
      begins?.matches(content) === false ? false : content.once(find).then((found) => found === wanted),
  };
}

/** Whether no file can match both: they need different bytes at one offset, or different answers of one finder. */
export function areDisjoint(one: Signature, other: Signature): boolean {
  if (one.answer && one.answer.find === other.answer?.find && one.answer.wanted !== other.answer.wanted) {
    return true;
  }
  for (const [offset, bytes] of one.magic ?? []) {
    for (const [place, wanted] of other.magic ?? []) {
      const from = Math.max(offset, place);
      const to = Math.min(offset + bytes.length, place + wanted.length);
      if (from >= to) continue;
      if (!bytes.subarray(from - offset, to - offset).equals(wanted.subarray(from - place, to - place))) {
        return true;
      }
    }
  }
  return false;
}

/** Bytes of the beginning that every signature can check: enough for most formats. */
export const HEAD_BYTES = 65_536;

/** A file whose format is being detected: its beginning, and other parts, read once for all signatures. */
export class Content {
  private readonly found = new Map<unknown, Promise<unknown>>();
  private pages: Window | undefined;

  private constructor(
    readonly reader: ByteReader,
    /** Up to {@link HEAD_BYTES} from the start. */
    readonly head: Buffer,
  ) {}

  /** @param reader - of the whole file; only its head is read now */
  static async open(reader: ByteReader): Promise<Content> {
    return new Content(reader, await reader.read(0, HEAD_BYTES));
  }

  /** Size of the whole file. */
  get sizeBytes(): number {
    return this.reader.sizeBytes;
  }

  /** For signatures that read more than the head: all of them share its pages. */
  get window(): Window {
    this.pages ??= new Window(this.reader);
    return this.pages;
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
