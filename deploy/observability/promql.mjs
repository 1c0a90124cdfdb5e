import { parser } from '@prometheus-io/lezer-promql';

/** What Grafana puts in place of its variables, so that a query of a board is one of Prometheus. */
const VARIABLES = { $__rate_interval: '1m', $__range: '1h' };

/**
 * A query of a board with its variables filled in.
 *
 * @param {string} expr
 * @param {{ [variable: string]: string }} [variables] - values of Grafana's own variables; all others match everything
 */
export function fillIn(expr, variables = VARIABLES) {
  return expr.replaceAll(/\$\w+/g, (name) => variables[name] ?? '.*');
}

/**
 * The metrics that a query names, and the labels by which it picks their series.
 *
 * @param {string} expr - PromQL without variables of Grafana
 * @returns {{ name: string, labels: string[] }[]} one entry for each selector
 * @throws {Error} if it does not parse
 */
export function selectorsOf(expr) {
  const selectors = [];
  const text = (node) => expr.slice(node.from, node.to);
  parser.parse(expr).iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${expr}`);
      if (type.name !== 'VectorSelector') return;
      const labels = [];
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
 * The labels that aggregations and matchings of a query speak of: `by (lane)`, `on (slo)`.
 *
 * @param {string} expr - PromQL without variables of Grafana
 */
export function groupingsOf(expr) {
  const labels = new Set();
  parser.parse(expr).iterate({
    enter: ({ node, type }) => {
      if (type.name !== 'GroupingLabels') return;
      for (const label of node.getChildren('LabelName')) labels.add(expr.slice(label.from, label.to));
    },
  });
  return [...labels];
}
