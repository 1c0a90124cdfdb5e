import type { Tier } from '../faults/fault.ts';
import type { StoreKind } from '../rig/rig-parts.ts';

/** Seconds after the end of a fault. */
export type Instant = number | 'never';

/** One run of a fault. */
export interface RunResult {
  readonly seed: number;
  /** When every part was ready and a new guest had fetched a converted picture. */
  readonly servesAfterS: Instant;
  /** When the last conversion that was accepted before the end of the fault had ended. */
  readonly endedAfterS: Instant;
  /** Conversions that were accepted. */
  readonly accepted: number;
  /** Load average of the machine. */
  readonly machineLoad: number;
  /** What does not hold, in words. */
  readonly faults: string[];
  readonly notes: readonly string[];
}

/** All runs of a fault. */
export interface FaultResult {
  readonly id: string;
  readonly tier: Tier;
  /** ISO 8601. */
  readonly at: string;
  readonly store: StoreKind;
  readonly runs: readonly RunResult[];
}
