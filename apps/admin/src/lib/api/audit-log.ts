import type { AuditLog } from '@filemill/api';
import type { AuditAction } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** One page of what administrators did, newest first. @param action - only entries of this one */
export const auditLogQuery = (page: number, action: AuditAction | undefined) =>
  queryOptions({
    queryKey: ['admin', 'audit-log', action ?? 'all', page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), ...(action && { action }) });
      return getJson<AuditLog>(`/api/admin/audit-log?${query}`, signal);
    },
    placeholderData: keepPreviousData,
  });
