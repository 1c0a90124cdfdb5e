import type { Signature } from '../define/signature.js';

/** Known content that is not a format of the catalogue: refused with its name, or treated as a format. */
export interface KnownContent {
  /** Shown to the caller as what was detected. */
  readonly id: string;
  readonly signature: readonly Signature[];
  /** Format that it is treated as, unless the file name decides between formats with the same bytes. */
  readonly treatedAs?: string;
}
