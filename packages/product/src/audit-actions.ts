/** What administrators do, as the audit log names it. */
export const AUDIT_ACTIONS = ['upgrade_to_pro', 'suspend', 'unsuspend', 'put_settings'] as const;
/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How an action ended; `begun` if it is unknown whether it took effect. */
export const AUDIT_OUTCOMES = ['begun', 'done', 'refused'] as const;
/** One of {@link AUDIT_OUTCOMES}. */
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** A person's part in an action: who did it, or to whom it was done. */
export const AUDIT_ROLES = ['actor', 'subject'] as const;
/** One of {@link AUDIT_ROLES}. */
export type AuditRole = (typeof AUDIT_ROLES)[number];
