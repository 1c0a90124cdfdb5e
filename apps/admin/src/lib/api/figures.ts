import { PERIOD_DAYS, type PeriodDays } from '@filemill/product';
import { requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const FIRST_PERIOD: PeriodDays = 30;

/** The period named by a text, such as the URL's; 30 days for any other text. */
export const periodOf = (text: string | null): PeriodDays =>
  PERIOD_DAYS.find((days) => String(days) === text) ?? FIRST_PERIOD;

/** Users, conversions and revenue, in total and of a period. */
export const statsQuery = (period: PeriodDays) =>
  queryOptions({
    queryKey: ['admin', 'stats', period],
    queryFn: ({ signal }) => requestJson('GET', '/api/admin/stats', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

/** The figures of a period by day, oldest first. */
export const seriesQuery = (period: PeriodDays) =>
  queryOptions({
    queryKey: ['admin', 'series', period],
    queryFn: ({ signal }) => requestJson('GET', '/api/admin/series', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
