/** Kinds of documents that LibreOffice keeps apart; each has import and export filters of its own. */
export type OfficeKind = 'writer' | 'calc' | 'impress';

/**
 * What the engine `libreoffice` needs to read a format.
 *
 * @see /usr/lib/libreoffice/share/registry (TypeDetection, `Filters`) for the names of filters
 */
export interface LibreofficeRead {
  readonly as: OfficeKind;
  /** Import filters, tried in order: each refuses files of another version of the program. */
  readonly filters: readonly [string, ...string[]];
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** File extension for LibreOffice, if it is not the first of the format. */
  readonly extension?: string;
  /** Text without a declared encoding: what is not UTF-8 is written as UTF-8 first. */
  readonly isPlainText?: true;
  /** How a file that LibreOffice refuses is repaired before the second try. */
  readonly mend?: 'zip' | 'ole' | 'rtf';
}

/** What the engine `libreoffice` needs to write a format. */
export interface LibreofficeWrite {
  /** Export filter for each kind in `from`. */
  readonly filters: Readonly<Partial<Record<OfficeKind, string>>>;
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** What becomes of sheets: each a file of its own, or fitted to pages. */
  readonly sheets?: 'files' | 'pages';
}
