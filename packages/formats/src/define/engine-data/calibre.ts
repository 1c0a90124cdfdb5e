/** What a declaration tells the engine `calibre` about reading a format. */
export interface CalibreRead {
  /** How it is found out what the book holds beside its words: by the names in a package, marks of records, or elements. */
  readonly contents: 'package' | 'kindle' | 'fictionbook';
  /** Arguments of ebook-convert. */
  readonly arguments?: readonly string[];
}

/** What a declaration tells the engine `calibre` about writing a format. */
export interface CalibreWrite {
  /**
   * Turns the user's options, parsed by the schema beside it, into arguments of ebook-convert.
   *
   * @see https://manual.calibre-ebook.com/generated/en/ebook-convert.html
   */
  args?(options: Readonly<Record<string, unknown>>): readonly string[];
  /** What of a book it has no place for, beside sound, video and scripts. */
  readonly lacks?: readonly ('fonts' | 'styles')[];
}
