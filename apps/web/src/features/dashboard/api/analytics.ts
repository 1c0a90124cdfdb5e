import type { Category } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Spans in days, from the specification. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

export interface AnalyticsDay {
  /** UTC, `2026-11-21`. */
  readonly date: string;
  /** Completed conversions. */
  readonly byCategory: Readonly<Record<Category, number>>;
  /** Of what was uploaded. */
  readonly megabytes: number;
}

export interface Analytics {
  /** Every day of the span up to today. */
  readonly days: readonly AnalyticsDay[];
  /** Null without a completed conversion. */
  readonly averageSeconds: number | null;
  /** 0 to 1; null without an ended conversion. */
  readonly successRate: number | null;
  readonly sizeSavedMB: number;
}

/** What the user has converted; below the account's key of the history, so that the same events renew it. */
export const analyticsQuery = (span: Span) =>
  queryOptions({
    queryKey: ['conversion-history', 'analytics', span],
    queryFn: ({ signal }) => getJson<Analytics>(`/api/user/analytics?days=${span}`, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
