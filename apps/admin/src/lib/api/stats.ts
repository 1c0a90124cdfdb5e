import { getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.js';

/** The answer of `GET /api/admin/stats`; amounts in euros. */
export interface Stats {
  readonly totalUsers: number;
  readonly newUsersThisPeriod: number;
  readonly totalConversions: number;
  readonly conversionsThisPeriod: number;
  readonly totalRevenue: number;
  readonly revenueThisPeriod: number;
  readonly proUsers: number;
  readonly payingUsers: number;
  /** Of all users, 0 to 100. */
  readonly proUserPercentage: number;
}

/** Users, conversions and revenue, in total and of a period. */
export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'stats', period],
    queryFn: ({ signal }) => getJson<Stats>(`/api/admin/stats?period=${period}`, signal),
    placeholderData: keepPreviousData,
  });
