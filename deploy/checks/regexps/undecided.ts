import type { Expression } from './verdicts.ts';

/** An expression that `recheck` cannot decide, and why it takes linear time all the same. */
export interface Undecided extends Expression {
  readonly reason: string;
}

/**
 * Expressions that `recheck` cannot decide within its time limit. The check fails for an entry that `recheck` can decide, or
 * that is no longer in the code.
 */
export const UNDECIDED: readonly Undecided[] = [];
