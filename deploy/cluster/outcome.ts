/** Result of one check: it has passed if there are no faults. */
export interface Outcome {
  /** A sentence each. */
  readonly faults: readonly string[];
  /** What was measured. */
  readonly note?: string;
}
