import { parser } from '@prometheus-io/lezer-promql';

/** Values of Grafana's own variables. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '1m', $__range: '1h' };

/** A query of a board with its variables filled in, so that Prometheus accepts it; a board's variables match everything. */
export const fillIn = (expr: string): string => expr.replaceAll(/\$\w+/g, (name) => VARIABLES[name] ?? '.*');

/** A metric that a query names, and the labels by which it picks series. */
export interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/**
 * All selectors of a query.
 *
 * @param expr - PromQL without variables of Grafana
 * @throws {Error} if it does not parse
 */
export function selectorsOf(expr: string): Selector[] {
  const selectors: Selector[] = [];
  const text = (node: { from: number; to: number }): string => expr.slice(node.from, node.to);
  parser.parse(expr).iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${expr}`);
      if (type.name !== 'VectorSelector') return;
      const labels: string[] = [];
      node.cursor().iterate((inner) => {
        if (inner.type.name === 'LabelName') labels.push(text(inner));
      });
      const name = node.getChild('Identifier');
      if (!name) throw new Error(`a selector without a metric: ${expr}`);
      selectors.push({ name: text(name), labels });
    },
  });
  return selectors;
}

/**
 * The labels that aggregations and matchings of a query name: `by (lane)`, `on (slo)`.
 *
 * @param expr - PromQL without variables of Grafana
 */
export function groupingsOf(expr: string): string[] {
  const labels = new Set<string>();
  parser.parse(expr).iterate({
    enter: ({ node, type }) => {
      if (type.name !== 'GroupingLabels') return;
      for (const label of node.getChildren('LabelName')) labels.add(expr.slice(label.from, label.to));
    },
  });
  return [...labels];
}
