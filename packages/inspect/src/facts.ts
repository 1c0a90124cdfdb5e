import type { ByteReader } from './byte-reader.js';

/** What the header of a file says about its content. Absent = the format does not tell, or not cheaply. */
export interface Facts {
  /** As a viewer shows it: after EXIF orientation. */
  widthPx?: number;
  heightPx?: number;
  /** Pictures in an animation or a multi-page image. */
  frames?: number;
  pages?: number;
  durationMs?: number;
  /** Streams, in file order. */
  streams?: readonly { kind: 'video' | 'audio' | 'subtitle' | 'other'; codec: string }[];
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  hasAlpha?: boolean;
  glyphs?: number;
}

/**
 * All that the project knows about the bytes of one family of formats. Readers are bounded: they read headers and
 * tables, at most a few hundred kilobytes, never decode, and never trust a declared size beyond the file's own.
 */
export interface Inspector {
  /** Catalogue ids for which `inspect` works. */
  readonly formats: readonly string[];
  /**
   * The catalogue id of the content, or undefined if it is of no format of this family. Looks at bytes only, never at
   * a name. Ids outside the catalogue are allowed for content that is refused by name (`hls-playlist`, `elf`).
   */
  detect(reader: ByteReader): Promise<string | undefined>;
  /**
   * Reads the header, checks the structure and that the end of the file is in place.
   *
   * @throws {AppError} FILE_CORRUPT if the structure is broken or the file is cut short; FILE_ENCRYPTED if it is
   *   protected; FILE_TOO_LARGE when it unpacks to more than the limits allow; UNSUPPORTED_FORMAT when it is packed in
   *   a way that no engine unpacks
   */
  inspect(reader: ByteReader, format: string): Promise<Facts>;
}
