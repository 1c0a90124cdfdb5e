import type { AnalyticsView } from '@filemill/api';
import type { usage } from '@filemill/contracts';
import { fromCategories } from '@filemill/product';
import { megabytesOf } from './usage-view.js';

const DAY_MS = 24 * 3_600_000;

/** Midnight UTC at the start of a span of days that ends today. */
export const spanStartMs = (days: number, nowMs: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

/** Every day of the span, including days without conversions. */
export function presentAnalytics(
  answer: usage.GetAnalyticsResponse,
  days: number,
  sinceMs: number,
): AnalyticsView {
  const known = new Map(answer.days.map((day) => [day.date, day]));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const date = new Date(sinceMs + index * DAY_MS).toISOString().slice(0, 10);
      const day = known.get(date);
      return {
        date,
        byCategory: fromCategories((category) => day?.byCategory[category] ?? 0),
        megabytes: megabytesOf(day?.inputBytes ?? 0),
      };
    }),
    averageSeconds: answer.averageSeconds ?? null,
    successRate: answer.successRate ?? null,
    sizeSavedMB: megabytesOf(answer.sizeSavedBytes),
  };
}
