import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Pagination } from '../pagination.js';

/** What administrators do, as the log names it. */
export const AUDIT_ACTIONS = ['upgrade_to_pro', 'suspend', 'unsuspend', 'put_settings'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of `GET /api/admin/audit-log`. */
export interface AuditEntry {
  readonly id: string;
  readonly actor: { readonly id: string; readonly username: string | null };
  readonly action: AuditAction;
  /** Id of a user, or `settings`. */
  readonly subject: string;
  readonly subjectUsername: string | null;
  readonly reason: string;
  /** `begun` if it is unknown whether it took place. */
  readonly outcome: 'begun' | 'done' | 'refused';
  /** Of settings. */
  readonly oldVersion: number | null;
  readonly newVersion: number | null;
  readonly createdAt: string;
}

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly pagination: Pagination;
}

/** One page of what administrators did, newest first. @param action - only entries of this one */
export const auditLogQuery = (page: number, action: AuditAction | undefined) =>
  queryOptions({
    queryKey: ['admin', 'audit-log', action ?? 'all', page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), ...(action && { action }) });
      return getJson<AuditPage>(`/api/admin/audit-log?${query}`, signal);
    },
    placeholderData: keepPreviousData,
  });
