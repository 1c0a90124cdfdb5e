import { requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** Interval of the specification. */
const REFETCH_MS = 30_000;

/** State of the installation, read every 30 s. */
export const systemStatusQuery = queryOptions({
  queryKey: ['admin', 'system-status'],
  queryFn: ({ signal }) => requestJson('GET', '/api/admin/system-status', { signal }),
  refetchInterval: REFETCH_MS,
});
