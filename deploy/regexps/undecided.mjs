/**
 * Expressions that `recheck` cannot decide within its time limit, each with the reason why it takes linear time all the
 * same. An entry that is decided by now, or that no code holds any more, fails the check.
 *
 * @type {readonly { source: string, flags: string, reason: string }[]}
 */
export const UNDECIDED = [];
