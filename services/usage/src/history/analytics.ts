import type { usage } from '@filemill/contracts';
import type { UserDay } from './user-days.repository.js';

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
