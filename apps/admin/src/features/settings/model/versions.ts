import type { AuditEntry } from '../../../lib/api/audit-log.js';

/** A version of the plan table. */
export interface VersionRow {
  readonly version: number;
  /** Null for the first one, which nobody made. */
  readonly madeAt: string | null;
  readonly madeBy: string | null;
  readonly reason: string | null;
}

const FIRST: VersionRow = { version: 1, madeAt: null, madeBy: null, reason: null };

/** The versions that entries of the audit log tell of, newest first. @param isLast - of the pages: the first version ends it */
export function versionRows(entries: readonly AuditEntry[], isLast: boolean): readonly VersionRow[] {
  const made = entries.flatMap(({ newVersion, createdAt, actor, reason }) =>
    newVersion === null ? [] : [{ version: newVersion, madeAt: createdAt, madeBy: actor.username, reason }],
  );
  return isLast ? [...made, FIRST] : made;
}
