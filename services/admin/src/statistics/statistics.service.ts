import {
  ACCOUNTS,
  type AccountsClient,
  type admin,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
} from '@filemill/contracts';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';

const DAY_MS = 86_400_000;

/**
 * The UTC days of a period: today and those before it, oldest first, such as "2026-11-21".
 *
 * @param nowMs - Unix milliseconds
 */
export const periodDates = (nowMs: number, periodDays: number): string[] =>
  Array.from({ length: periodDays }, (_, i) => new Date(periodStartMs(nowMs, periodDays) + i * DAY_MS)).map(
    (day) => day.toISOString().slice(0, 10),
  );

/** First instant of a period, Unix milliseconds: the midnight with which its oldest UTC day began. */
export const periodStartMs = (nowMs: number, periodDays: number): number =>
  (Math.floor(nowMs / DAY_MS) - periodDays + 1) * DAY_MS;

/** Users, conversions and revenue, in total and for a period of UTC days up to today. */
@Injectable()
export class StatisticsService {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async stats(periodDays: number): Promise<admin.GetStatsResponse> {
    const [users, conversions, revenue] = await this.count(periodDays);
    return {
      totalUsers: users.total,
      newUsersThisPeriod: users.since,
      totalConversions: conversions.totalCompleted,
      conversionsThisPeriod: conversions.completedSince,
      totalRevenueMinor: revenue.totalMinor,
      revenueThisPeriodMinor: revenue.sinceMinor,
      proUsers: users.pro,
      payingUsers: revenue.payingUsers,
      currency: revenue.currency,
    };
  }

  async series(periodDays: number): Promise<admin.GetSeriesResponse> {
    const days = periodDates(this.runtime.clock.nowMs(), periodDays);
    const [users, conversions, revenue] = await this.count(periodDays);
    const newUsers = new Map(users.days.map(({ date, count }) => [date, count]));
    const revenueMinor = new Map(revenue.days.map(({ date, minor }) => [date, minor]));
    const ended = Map.groupBy(conversions.days, ({ date }) => date);
    return {
      currency: revenue.currency,
      days: days.map((date) => ({
        date,
        newUsers: newUsers.get(date) ?? 0,
        conversions: (ended.get(date) ?? []).map(({ category, outcome, count }) => ({
          category,
          outcome,
          count,
        })),
        revenueMinor: revenueMinor.get(date) ?? 0,
      })),
    };
  }

  private count(periodDays: number) {
    const sinceMs = periodStartMs(this.runtime.clock.nowMs(), periodDays);
    return Promise.all([
      this.accounts.countUsers({ sinceMs }),
      this.usage.countConversions({ sinceMs }),
      this.billing.getRevenue({ sinceMs }),
    ]);
  }
}
