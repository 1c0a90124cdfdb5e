/** What the engine `vips` needs to read a format. */
export interface VipsRead {
  /** Operation of libvips that reads it (`vips --list operations`): never by detection. */
  readonly loader: string;
  /** See `SharpRead.isLossy`. */
  readonly isLossy?: true;
}

/** What the engine `vips` needs to write a format. */
export interface VipsWrite {
  /** Options of libvips' saver, in the syntax after a file name: `[compression=lzw]`. */
  args(isFinal: boolean): string;
}
