/** What administrators do, as the audit log names it. */
export const AUDIT_ACTIONS = ['upgrade_to_pro', 'suspend', 'unsuspend', 'put_settings'] as const;
/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
