/** What the engine `pandoc` needs to read a format. */
export interface PandocRead {
  /** How a file that pandoc refuses is repaired before the second try. */
  readonly mend?: 'zip';
  /**
   * How the jailed script prepares it. Of books, web pages and plain text it makes a page for pandoc; Word files pandoc
   * reads by itself.
   */
  readonly source: 'book' | 'word' | 'page' | 'text';
}

/** What the engine `pandoc` needs to write a format. */
export interface PandocWrite {
  /** Arguments that choose the writer: pandoc's manual, "General writer options". */
  readonly arguments: readonly string[];
  /** What becomes of pictures: pixels where the format has no drawings, words where it has no pictures. */
  readonly pictures?: 'pixels' | 'words';
}
