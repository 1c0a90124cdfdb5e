/** A repaired file. */
export interface Mended {
  /** Parts that are written one after the other. */
  readonly parts: readonly Buffer[];
  /** No content is missing: only the container was out of order. */
  readonly isWhole: boolean;
}
