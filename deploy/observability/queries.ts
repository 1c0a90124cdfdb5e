/** A query of a panel: PromQL, and the legend of its series. */
export type Query = readonly [expr: string, legend: string];

/** `lane, plan` becomes `{{lane}} {{plan}}`. */
const legendOf = (labels: string): string => labels.replaceAll(/\w+/g, '{{$&}}').replaceAll(',', '');

const aggregateBy =
  (operator: 'sum' | 'max' | 'min') =>
  (labels: string, expr: string): Query => [`${operator} by (${labels}) (${expr})`, legendOf(labels)];

/** The sum of a gauge for each value of the labels, which are separated by commas. */
export const sumBy = aggregateBy('sum');

/** The highest value of a gauge for each value of the labels. */
export const maxBy = aggregateBy('max');

/** The lowest value of a gauge for each value of the labels. */
export const minBy = aggregateBy('min');

/** How much a counter grows per second, for each value of the labels. */
export const rateBy = (labels: string, counter: string): Query =>
  sumBy(labels, `rate(${counter}[$__rate_interval])`);

/** The 95th percentile of a histogram, for each value of the labels; `selector` picks series: `{kind="image"}`. */
export const p95By = (labels: string, histogram: string, selector = ''): Query => {
  const [buckets] = rateBy(`${labels}, le`, `${histogram}_bucket${selector}`);
  return [`histogram_quantile(0.95, ${buckets})`, legendOf(labels)];
};

/** A query of the ten highest series. */
export const topTen = ([expr, legend]: Query): Query => [`topk(10, ${expr})`, legend];

/** A rate per hour instead of per second. */
export const perHour = ([expr, legend]: Query): Query => [`3600 * ${expr}`, legend];

/** The same query with another legend. */
export const withLegend = (legend: string, [expr]: Query): Query => [expr, legend];

/**
 * PromQL of the share of bad events in a window, one series for each level and lane with events: zero divided by zero is not
 * a number, which Grafana would show in red.
 */
export const badShare = (window: string, slo?: string): string =>
  `(filemill:slo_errors:ratio_${window}${slo ? `{slo="${slo}"}` : ''} <= 1)`;
