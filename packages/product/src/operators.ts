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

/** How a part of the service is; `degraded`: some of what it consists of does not answer. */
export const HEALTHS = ['operational', 'degraded', 'down'] as const;
/** One of {@link HEALTHS}. */
export type Health = (typeof HEALTHS)[number];

/** Lengths in days of the periods that figures are about: the days up to today, in UTC. */
export const PERIOD_DAYS = [7, 30, 90] as const;
/** One of {@link PERIOD_DAYS}. */
export type PeriodDays = (typeof PERIOD_DAYS)[number];
