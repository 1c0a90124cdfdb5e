/** Kinds of documents that LibreOffice keeps apart; each has import and export filters of its own. */
export type OfficeKind = 'writer' | 'calc' | 'impress';

/**
 * What a declaration tells the engine `libreoffice` about reading a format.
 *
 * @see /usr/lib/libreoffice/share/registry (TypeDetection, `Filters`) for the names of filters
 */
export interface LibreofficeRead {
  readonly as: OfficeKind;
  /** Import filters, tried in turn: each refuses what another version of the program wrote. */
  readonly filters: readonly [string, ...string[]];
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** Extension under which LibreOffice gets the file, where it is not the first of the format. */
  readonly extension?: string;
  /** Text without a declared encoding: what is not UTF-8 is written as UTF-8 first. */
  readonly isPlainText?: true;
  /** How a file that LibreOffice refuses is mended before it is tried again. */
  readonly mend?: 'zip' | 'ole' | 'rtf';
}

/** What a declaration tells the engine `libreoffice` about writing a format. */
export interface LibreofficeWrite {
  /** Export filter for each kind in `from`. */
  readonly filters: Readonly<Partial<Record<OfficeKind, string>>>;
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** What becomes of sheets: each a file of its own, or fitted to pages. */
  readonly sheets?: 'files' | 'pages';
}
