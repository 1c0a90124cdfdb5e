import type { Stats } from '@filemill/api';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.js';

/** Users, conversions and revenue, in total and of a period. */
export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'stats', period],
    queryFn: ({ signal }) => getJson<Stats>(`/api/admin/stats?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
