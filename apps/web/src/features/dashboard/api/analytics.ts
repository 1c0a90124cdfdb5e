import type { AnalyticsView } from '@filemill/api';
import type { PeriodDays } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** What the user has converted; below the account's key of the history, so that the same events renew it. */
export const analyticsQuery = (span: PeriodDays) =>
  queryOptions({
    queryKey: ['conversion-history', 'analytics', span],
    queryFn: ({ signal }) => getJson<AnalyticsView>(`/api/user/analytics?days=${span}`, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
