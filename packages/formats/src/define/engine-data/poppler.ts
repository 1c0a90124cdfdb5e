/** What a declaration tells the engine `poppler` about writing a format. */
export interface PopplerWrite {
  /** The words of all pages in one file, instead of a picture of each page. */
  readonly isText?: true;
  /** Of pictures that lose something, where the user chooses none: 1 to 100. */
  readonly quality?: number;
}
