import type { Signature } from '../define/signature.js';

/** Known content that is not a format of the catalogue: refused with its name, or taken as a format. */
export interface KnownContent {
  /** Shown to the caller as what was seen. */
  readonly id: string;
  readonly signature: readonly Signature[];
  /** Format that it is taken as, unless the file name decides between formats with the same bytes. */
  readonly takenAs?: string;
}
