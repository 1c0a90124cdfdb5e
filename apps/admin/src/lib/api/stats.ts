import type { Stats } from '@filemill/api';
import type { PeriodDays } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Users, conversions and revenue, in total and of a period. */
export const statsQuery = (period: PeriodDays) =>
  queryOptions({
    queryKey: ['admin', 'stats', period],
    queryFn: ({ signal }) => getJson<Stats>(`/api/admin/stats?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
