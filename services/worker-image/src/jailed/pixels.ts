/** Raw pixels decoded by this project's own readers, for formats that sharp does not have. */
export interface Pixels {
  readonly data: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  /** Number of unreadable rows; they are empty. */
  readonly missingRows?: number;
}

/** A picture of which less than this share can be read counts as unreadable (docs/security.md). */
export const MIN_READABLE_SHARE = 1 / 20;
