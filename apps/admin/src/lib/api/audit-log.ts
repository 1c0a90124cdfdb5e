import type { AuditAction } from '@filemill/product';
import { requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** One page of what administrators did, newest first. @param action - only entries of this one */
export const auditLogQuery = (page: number, action: AuditAction | undefined) =>
  queryOptions({
    queryKey: ['admin', 'audit-log', action ?? 'all', page],
    queryFn: ({ signal }) => requestJson('GET', '/api/admin/audit-log', { query: { page, action }, signal }),
    placeholderData: keepPreviousData,
  });
