import type { MinRate } from './reader-pace.js';

/** Limits of downloads on this gateway. */
export interface TransferLimits {
  readonly minRate: MinRate;
  /** How often a running download is checked. */
  readonly checkEveryMs: number;
  /** Simultaneous downloads of the results of one account or one guest, and to one address. */
  readonly perUser: number;
  readonly perGuest: number;
  readonly perAddress: number;
}

/**
 * 20 kB/s as for uploads, over half a minute: a reader that pauses longer resumes with a range. An account may download
 * as many results at once as it may have conversions on any plan by default, a guest two batches, and five addresses
 * cannot take all connections that the store has for downloads (512).
 */
export const DEFAULT_TRANSFER_LIMITS: TransferLimits = {
  minRate: { bytesPerSecond: 20_000, windowMs: 30_000 },
  checkEveryMs: 1_000,
  perUser: 100,
  perGuest: 20,
  perAddress: 100,
};

/** Injection token of the {@link TransferLimits}. */
export const TRANSFER_LIMITS = Symbol('transfer limits');
