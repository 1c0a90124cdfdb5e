import { ROUTES } from '@filemill/api';
import { routePattern } from '../http/handles.js';
import type { HttpMetrics } from '../http/metrics.js';

/** Answers since the process started. */
export interface AnswerTotals {
  readonly requests: number;
  /** Sum of their durations. */
  readonly seconds: number;
}

/** Route patterns whose duration depends on callers. */
const UNTIMED = new Set(ROUTES.filter(({ untimed }) => untimed).map(routePattern));

/** Sums a histogram of all routes, without streams, transfers and waits for a conversion. */
export async function totalsOf(duration: HttpMetrics['duration']): Promise<AnswerTotals> {
  const { name, values } = await duration.get();
  const timed = values.filter(({ labels }) => !UNTIMED.has(String(labels.route)));
  const sum = (metricName: string): number =>
    timed.filter((value) => value.metricName === metricName).reduce((total, { value }) => total + value, 0);
  return { requests: sum(`${name}_count`), seconds: sum(`${name}_sum`) };
}
