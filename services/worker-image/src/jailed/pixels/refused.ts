/** Why the script refuses a picture; the engine has a text for each. */
export const REFUSAL_REASONS = ['broken', 'unmerged', 'unknown', 'pixels', 'layers'] as const;
/** One of {@link REFUSAL_REASONS}. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A picture that is not converted. */
export class Refused extends Error {
  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
