import type { usage } from '@filemill/contracts';
import { periodAt } from '@filemill/plans';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { fromCategories } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import { toMessage } from '../conversions/conversion-message.js';
import { PlansService } from '../plans/plans.service.js';
import type {
  CountByUserRequest,
  GetAnalyticsRequest,
  GetOverviewRequest,
  ListConversionsRequest,
  ListRecentConversionsRequest,
} from './dto.js';
import { HistoryRepository } from './history.repository.js';
import { type UserDay, UserDaysRepository } from './user-days.repository.js';

/** Rows on a user's page. */
const RECENT = 10;

/** Lists and statistics of conversions, for owners and administrators. */
@Injectable()
export class HistoryService {
  private readonly clock: Clock;

  constructor(
    private readonly history: HistoryRepository,
    private readonly days: UserDaysRepository,
    private readonly plans: PlansService,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  async overview({ owner }: GetOverviewRequest): Promise<usage.GetOverviewResponse> {
    const period = periodAt(this.plans.plan(owner.plan).period, this.clock.nowMs());
    const firstDay = firstDayOf(period.key);
    const [{ total = 0, ...byCategory }, dataProcessedBytes, recent] = await Promise.all([
      this.history.used(owner, period.key),
      owner.kind === 'user'
        ? this.days.inputBytes(owner.id, firstDay)
        : this.history.inputBytes(owner, firstDay),
      this.history.page(owner, 0, RECENT),
    ]);
    return {
      usedTotal: total,
      usedByCategory: { ...fromCategories(() => 0), ...byCategory },
      resetsAtMs: period.endsAtMs,
      dataProcessedBytes,
      recent: recent.map((row) => toMessage(row)),
    };
  }

  async list({ owner, page, pageSize }: ListConversionsRequest): Promise<usage.ListConversionsResponse> {
    const [totalCount, rows] = await Promise.all([
      this.history.count(owner.id),
      this.history.page(owner, (page - 1) * pageSize, pageSize),
    ]);
    return { conversions: rows.map((row) => toMessage(row)), totalCount };
  }

  async analytics({ owner, sinceMs }: GetAnalyticsRequest): Promise<usage.GetAnalyticsResponse> {
    return analyticsOf(await this.days.since(owner.id, new Date(sinceMs).toISOString().slice(0, 10)));
  }

  async recent({
    limit,
    beforeId,
  }: ListRecentConversionsRequest): Promise<usage.ListRecentConversionsResponse> {
    const rows = await this.history.recent(limit, beforeId);
    return { conversions: rows.map((row) => toMessage(row)) };
  }

  async countByUser({ userIds }: CountByUserRequest): Promise<usage.CountByUserResponse> {
    const completed = await this.days.completed(userIds);
    return { completed: Object.fromEntries(userIds.map((id) => [id, completed.get(id) ?? 0])) };
  }
}

/** Start of a period by its key, which is a day or a month. */
const firstDayOf = (period: string): string => (period.length === '2026-11'.length ? `${period}-01` : period);

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** Sums over a user's days. A mean or a rate of nothing is absent. */
export function analyticsOf(days: readonly UserDay[]): usage.GetAnalyticsResponse {
  const completed = sumOf(days, (day) => day.completed);
  const ended = completed + sumOf(days, (day) => day.failed);
  return {
    days: [...Map.groupBy(days, ({ date }) => date)]
      .map(([date, categories]) => ({
        date,
        byCategory: Object.fromEntries(
          categories.filter((day) => day.completed > 0).map((day) => [day.category, day.completed]),
        ),
        inputBytes: sumOf(categories, (day) => day.inputBytes),
      }))
      .filter(({ byCategory }) => Object.keys(byCategory).length > 0),
    averageSeconds: completed > 0 ? sumOf(days, (day) => day.processingMs) / completed / 1_000 : undefined,
    successRate: ended > 0 ? completed / ended : undefined,
    sizeSavedBytes: sumOf(days, (day) => day.savedBytes),
  };
}
