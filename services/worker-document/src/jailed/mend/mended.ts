/** A file that was put in order. */
export interface Mended {
  /** One after the other. */
  readonly parts: readonly Buffer[];
  /** Nothing of its content is missing: only its container was out of order. */
  readonly isWhole: boolean;
}
