import type { Category } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.js';

/** How conversions end, in the order in which they are shown. */
export const OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One UTC day of `GET /api/admin/series`. */
export interface Day {
  /** `2026-11-21`. */
  readonly date: string;
  /** New ones. */
  readonly users: number;
  readonly conversions: Partial<Record<Category, Readonly<Record<Outcome, number>>>>;
  /** Euros. */
  readonly revenue: number;
}

/** The figures of a period by day, oldest first. */
export const seriesQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'series', period],
    queryFn: ({ signal }) => getJson<readonly Day[]>(`/api/admin/series?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
