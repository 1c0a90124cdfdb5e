import { requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

const STALE_MS = 60_000;
const REFETCH_MS = 600_000;

/** What the service has done so far. */
export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => requestJson('GET', '/api/statistics', { signal }),
  staleTime: STALE_MS,
  refetchInterval: REFETCH_MS,
});
