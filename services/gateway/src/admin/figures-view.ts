import type { RecentConversions, Series, Stats } from '@filemill/api';
import type { admin } from '@filemill/contracts';
import { fromMinor } from './money.js';

/** Figures of a period. */
export const presentStats = (stats: admin.GetStatsResponse): Stats => ({
  totalUsers: stats.totalUsers,
  newUsersThisPeriod: stats.newUsersThisPeriod,
  totalConversions: stats.totalConversions,
  conversionsThisPeriod: stats.conversionsThisPeriod,
  totalRevenue: fromMinor(stats.totalRevenueMinor, stats.currency),
  revenueThisPeriod: fromMinor(stats.revenueThisPeriodMinor, stats.currency),
  proUsers: stats.proUsers,
  payingUsers: stats.payingUsers,
  proUserPercentage:
    stats.totalUsers === 0 ? 0 : Math.round((stats.proUsers / stats.totalUsers) * 1_000) / 10,
});

/** Days with their conversions by category and outcome; categories without any are left out. */
export const presentSeries = ({ days, currency }: admin.GetSeriesResponse): Series =>
  days.map(({ date, newUsers, conversions, revenueMinor }) => ({
    date,
    users: newUsers,
    conversions: byCategory(conversions),
    revenue: fromMinor(revenueMinor, currency),
  }));

function byCategory(counts: readonly admin.SeriesCount[]): Series[number]['conversions'] {
  const categories = Map.groupBy(counts, ({ category }) => category);
  return Object.fromEntries(
    [...categories].map(([category, ended]) => {
      const outcomes = Object.fromEntries(ended.map(({ outcome, count }) => [outcome, count]));
      return [category, { completed: 0, failed: 0, cancelled: 0, ...outcomes }];
    }),
  );
}

/** Rows of the list of all owners' conversions. */
export const presentRecent = (rows: readonly admin.RecentConversion[]): RecentConversions =>
  rows.map((row) => ({
    id: row.id,
    originalFileName: row.originalFileName === '' ? null : row.originalFileName,
    conversionType: row.conversionType,
    originalFormat: row.inputFormat,
    outputFormat: row.outputFormat,
    originalSize: row.originalSizeBytes,
    createdAt: new Date(row.createdAtMs).toISOString(),
    status: row.status,
    user: row.username ? { username: row.username } : null,
  }));
