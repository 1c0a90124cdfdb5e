import type { Client } from '../../shared/client.ts';
import type { KeyHolder } from '../../shared/people.ts';
import type { Random } from '../../shared/random.ts';
import type { LoadFiles } from '../load/files.ts';
import type { Load, Sent } from '../load/load.ts';
import type { Rig } from '../rig/rig.ts';
import type { StoreKind } from '../rig/rig-parts.ts';

/** What a tier is like. */
interface TierLimits {
  /** Maximum length of a fault. */
  readonly longestSeconds: number;
  /** Runs of each fault. */
  readonly runs: number;
  /** Number of faults; all if undefined. */
  readonly faults?: number;
}

/** How thorough a drill can be. */
export const TIERS: Readonly<Record<'ci' | 'drill' | 'full', TierLimits>> = {
  /** Part of `npm test`: some at random, from those that recover within half a minute. */
  ci: { longestSeconds: 2, runs: 1, faults: 3 },
  drill: { longestSeconds: 10, runs: 3 },
  full: { longestSeconds: Number.POSITIVE_INFINITY, runs: 20 },
};

/** How thorough a drill is. */
export type Tier = keyof typeof TIERS;

/** What a fault works with. */
export interface FaultContext {
  readonly rig: Rig;
  readonly client: Client;
  readonly load: Load;
  readonly files: LoadFiles;
  /** A customer with an API key. */
  readonly keyHolder: KeyHolder;
  readonly random: Random;
  readonly tier: Tier;
  /** Which of the runs of this fault it is, from 0, and how many there are. */
  readonly part: { readonly index: number; readonly of: number };
  /** How long the fault lasts in this tier. @param full - seconds in the tier `full` */
  seconds(full: number): number;
  /** Checks of this fault in addition to the invariants. @param detail - what was seen instead */
  expect(claim: string, holds: boolean, detail?: string): void;
  /** Adds a note to the result. */
  note(text: string): void;
}

/** One fault that a drill injects. */
export interface Fault {
  /** `F` and two digits. */
  readonly id: string;
  readonly title: string;
  /** Whether `npm test` may pick it. */
  readonly isQuick?: boolean;
  /** The store that it needs; a folder by default. */
  readonly store?: StoreKind;
  /** Whether a caller may get no response. */
  readonly cutsAnswers?: boolean;
  /** Whether uploads of which it is unknown whether they were accepted stay until the hour is over. */
  readonly leavesOrphans?: boolean;
  /** False if the supervisor must not end the hung process. */
  readonly isWatched?: boolean;
  /** Whether conversions may be late. */
  readonly movesClock?: boolean;
  /** Additional waiting time, if longer than for others. */
  readonly waitsMs?: number;
  /** Number of runs by tier, if different. */
  readonly runs?: Partial<Record<Tier, number>>;
  /** Injects the fault, keeps it for `seconds(…)` and ends it. */
  run(context: FaultContext): Promise<void>;
  /** The conversions that may fail. */
  mayFail?(sent: Sent): boolean;
  /** A check at the end. */
  after?(context: FaultContext): Promise<void>;
}
