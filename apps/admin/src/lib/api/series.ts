import type { Series } from '@filemill/api';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.js';

/** How conversions end, in the order in which they are shown. */
export const OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The figures of a period by day, oldest first. */
export const seriesQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'series', period],
    queryFn: ({ signal }) => getJson<Series>(`/api/admin/series?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
