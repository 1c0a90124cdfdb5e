/** What the engine `calibre` needs to read a format. */
export interface CalibreRead {
  /** How to find out what the book holds apart from text: by entry names, record marks, or XML elements. */
  readonly contents: 'package' | 'kindle' | 'fictionbook';
  /** Arguments of ebook-convert. */
  readonly arguments?: readonly string[];
}

/** What the engine `calibre` needs to write a format. */
export interface CalibreWrite {
  /**
   * Turns the user's options, parsed by the schema beside it, into arguments of ebook-convert.
   *
   * @see https://manual.calibre-ebook.com/generated/en/ebook-convert.html
   */
  args?(options: Readonly<Record<string, unknown>>): readonly string[];
  /** Parts of a book that it cannot store, in addition to sound, video and scripts. */
  readonly lacks?: readonly ('fonts' | 'styles')[];
}
