import type { Signature } from '../define/signature.js';

/** Content that is no format of the catalogue, but known: refused by its name, or taken for a format. */
export interface KnownContent {
  /** Shown to the caller as what was seen. */
  readonly id: string;
  readonly signature: readonly Signature[];
  /** Format for which it is taken where the name of the file does not decide between those that share its bytes. */
  readonly takenAs?: string;
}
