import type { Series } from '@filemill/api';
import type { PeriodDays } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** The figures of a period by day, oldest first. */
export const seriesQuery = (period: PeriodDays) =>
  queryOptions({
    queryKey: ['admin', 'series', period],
    queryFn: ({ signal }) => getJson<Series>(`/api/admin/series?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
