import type { AnalyticsView } from '@filemill/api';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Spans in days, from the specification. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

/** What the user has converted; below the account's key of the history, so that the same events renew it. */
export const analyticsQuery = (span: Span) =>
  queryOptions({
    queryKey: ['conversion-history', 'analytics', span],
    queryFn: ({ signal }) => getJson<AnalyticsView>(`/api/user/analytics?days=${span}`, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
