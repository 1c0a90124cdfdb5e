/** What the engine `poppler` needs to write a format. */
export interface PopplerWrite {
  /** The text of all pages in one file, instead of a picture of each page. */
  readonly isText?: true;
  /** Quality of lossy pictures if the user chooses none: 1 to 100. */
  readonly quality?: number;
}
