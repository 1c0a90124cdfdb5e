/** What a declaration tells the engine `vips` about reading a format. */
export interface VipsRead {
  /** Operation of libvips that reads it (`vips --list operations`): never by detection. */
  readonly loader: string;
  /** See `SharpRead.isLossy`. */
  readonly isLossy?: true;
}

/** What a declaration tells the engine `vips` about writing a format. */
export interface VipsWrite {
  /** Options of libvips' saver, as they stand behind a file name: `[compression=lzw]`. */
  args(isFinal: boolean): string;
}
