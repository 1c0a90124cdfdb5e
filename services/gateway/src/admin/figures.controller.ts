import { type RecentConversions, routes, type Series, type Stats } from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { Controller, Inject } from '@nestjs/common';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';

/** Figures of users, conversions and revenue for administrators. */
@Controller()
export class AdminFiguresController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Handles(routes.getAdminStats)
  async stats({ caller, query }: CallOf<typeof routes.getAdminStats>): Promise<Stats> {
    const request = { actorUserId: caller.userId, periodDays: query.period };
    return presentStats(await this.admin.getStats(request));
  }

  @Handles(routes.getAdminSeries)
  async series({ caller, query }: CallOf<typeof routes.getAdminSeries>): Promise<Series> {
    const request = { actorUserId: caller.userId, periodDays: query.period };
    return presentSeries(await this.admin.getSeries(request));
  }

  @Handles(routes.listRecentConversions)
  async recentConversions({
    caller,
    query,
  }: CallOf<typeof routes.listRecentConversions>): Promise<RecentConversions> {
    const request = { actorUserId: caller.userId, ...query };
    const { conversions } = await this.admin.listRecentConversions(request);
    return presentRecent(conversions);
  }
}

/** Figures of a period. */
const presentStats = (stats: admin.GetStatsResponse): Stats => ({
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
const presentSeries = ({ days, currency }: admin.GetSeriesResponse): Series =>
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
const presentRecent = (rows: readonly admin.RecentConversion[]): RecentConversions =>
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

/**
 * An amount in units of its currency, such as 10 for 1000 cents.
 *
 * @param currency - ISO 4217; Intl knows its number of decimals
 */
function fromMinor(minor: number, currency: string): number {
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}
