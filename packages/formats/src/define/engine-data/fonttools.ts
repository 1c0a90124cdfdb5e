/** What the engine `fonttools` needs to write a format. */
export interface FonttoolsWrite {
  readonly container: 'sfnt' | 'woff' | 'woff2';
  /** The one kind of outlines that it holds; absent: those of the input. */
  readonly outlines?: 'quadratic' | 'cubic';
}
