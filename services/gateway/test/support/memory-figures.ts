import type { usage } from '@filemill/contracts';
import { type PlanTable, periodAt, planSchema } from '@filemill/plans';
import { CATEGORIES, hasEnded, type PlanId } from '@filemill/product';

type Row = usage.Conversion;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const completed = (rows: readonly Row[]): Row[] => rows.filter(({ status }) => status === 'completed');

/** Newest first, like every list of usage. */
export const newestFirst = (rows: Iterable<Row>): Row[] =>
  [...rows].sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));

/** Counters of the current period, calculated from an owner's rows. */
export function overviewOf(
  rows: readonly Row[],
  plans: PlanTable,
  plan: PlanId,
  nowMs: number,
): usage.GetOverviewResponse {
  const { period } = planSchema.parse(plans[plan]);
  const { key, endsAtMs } = periodAt(period, nowMs);
  const current = rows.filter((row) => periodAt(period, row.createdAtMs).key === key);
  const counted = current.filter(({ status }) => status !== 'failed' && status !== 'cancelled');
  const used = Object.fromEntries(
    CATEGORIES.map((category) => [category, counted.filter((row) => row.category === category).length]),
  );
  return {
    usedTotal: counted.length,
    usedByCategory: used,
    resetsAtMs: endsAtMs,
    dataProcessedBytes: sum(completed(current).map((row) => row.originalSizeBytes)),
    recent: newestFirst(rows).slice(0, 10),
  };
}

/** Days, means and savings, calculated from an owner's rows. */
export function analyticsOf(rows: readonly Row[]): usage.GetAnalyticsResponse {
  const done = completed(rows);
  const ended = rows.filter(({ status }) => status === 'completed' || status === 'failed');
  const days = [...new Set(done.map((row) => dayOf(row.createdAtMs)))].sort();
  return {
    days: days.map((date) => {
      const ofDay = done.filter((row) => dayOf(row.createdAtMs) === date);
      const byCategory: Record<string, number> = {};
      for (const { category } of ofDay) byCategory[category] = (byCategory[category] ?? 0) + 1;
      return { date, byCategory, inputBytes: sum(ofDay.map((row) => row.originalSizeBytes)) };
    }),
    averageSeconds: done.length
      ? sum(done.map((row) => row.processingMs ?? 0)) / done.length / 1000
      : undefined,
    successRate: ended.length ? done.length / ended.length : undefined,
    sizeSavedBytes: sum(
      done.map((row) =>
        Math.max(0, row.originalSizeBytes - (row.convertedSizeBytes ?? row.originalSizeBytes)),
      ),
    ),
  };
}

/** Ended conversions by day, category and outcome. */
export function countsOf(rows: readonly Row[], sinceMs: number): usage.CountConversionsResponse {
  const since = rows.filter((row) => row.createdAtMs >= sinceMs);
  const days = new Map<string, usage.ConversionCount>();
  for (const { createdAtMs, category, status } of since) {
    if (!hasEnded(status)) continue;
    const date = dayOf(createdAtMs);
    const key = `${date} ${category} ${status}`;
    const count = (days.get(key)?.count ?? 0) + 1;
    days.set(key, { date, category, outcome: status, count });
  }
  return {
    totalCompleted: completed(rows).length,
    completedSince: completed(since).length,
    days: [...days.values()],
  };
}
