import type { PeriodDays } from '@filemill/product';
import { requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** What the user has converted; below the account's key of the history, so that the same events renew it. */
export const analyticsQuery = (span: PeriodDays) =>
  queryOptions({
    queryKey: ['conversion-history', 'analytics', span],
    queryFn: ({ signal }) => requestJson('GET', '/api/user/analytics', { query: { days: span }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
