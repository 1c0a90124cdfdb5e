import type { AuditLog } from '@filemill/api';

/** A version of the plan table. */
export interface VersionRow {
  readonly version: number;
  /** Null for the first, built-in one. */
  readonly madeAt: string | null;
  readonly madeBy: string | null;
  readonly reason: string | null;
}

const FIRST: VersionRow = { version: 1, madeAt: null, madeBy: null, reason: null };

/** The versions in entries of the audit log, newest first. @param isLast - the last page, which ends with version 1 */
export function versionRows(
  entries: readonly AuditLog['entries'][number][],
  isLast: boolean,
): readonly VersionRow[] {
  const made = entries.flatMap(({ newVersion, createdAt, actor, reason }) =>
    newVersion === null ? [] : [{ version: newVersion, madeAt: createdAt, madeBy: actor.username, reason }],
  );
  return isLast ? [...made, FIRST] : made;
}
