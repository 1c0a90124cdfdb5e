import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from '../local/paths.mjs';

/** Where the rules are committed; the chart and every Prometheus read them there. */
export const RULES = `${ROOT}/helm/filemill/files/rules`;
/** Debian's package `prometheus`. */
export const PROMTOOL = '/usr/bin/promtool';

/** Paths of all rule files. */
export const ruleFiles = () =>
  readdirSync(RULES)
    .sort()
    .map((name) => `${RULES}/${name}`);

/** Groups of rules in a file, in their order. */
export const groupsOf = (path) => parse(readFileSync(path, 'utf8')).groups;

/** All rules, as they are written. */
export const allRules = () => ruleFiles().flatMap((path) => groupsOf(path).flatMap((group) => group.rules));

/**
 * A file of unit tests as promtool reads it.
 *
 * @param {string} path - of the rule file
 * @param {object} tests
 * @param {string} tests.evaluationInterval - how often the rules are evaluated
 * @param {string[]} [tests.needs] - other rule files whose recorded figures the rules use
 * @param {{ alert: string, name?: string, labels?: object, interval?: string, series: object, quiet?: string,
 *   fires?: string }[]} tests.cases - what Prometheus sees (series to values in promtool's notation, one each `interval`,
 *   1 min without), when the alert must not fire yet and when it must
 */
export function unitTests(path, { evaluationInterval, needs = [], cases }) {
  const files = [...needs.map((name) => `${RULES}/${name}.yaml`), path];
  return {
    rule_files: files,
    evaluation_interval: evaluationInterval,
    // Else promtool takes groups in any order, and an alert may not see what was recorded for it.
    group_eval_order: files.flatMap(groupsOf).map(({ name }) => name),
    tests: cases.map(unitTest),
  };
}

function unitTest({ alert, name, labels = {}, interval = '1m', series, quiet, fires }) {
  const expr = firing(alert, labels);
  return {
    name: `${alert}: ${name ?? 'fires'}`,
    interval,
    input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      ...(quiet ? [{ expr, eval_time: quiet, exp_samples: [] }] : []),
      ...(fires ? [{ expr, eval_time: fires, exp_samples: [{ labels: '{}', value: 1 }] }] : []),
    ],
  };
}

function firing(alert, labels) {
  const matchers = Object.entries({ alertname: alert, alertstate: 'firing', ...labels });
  return `count(ALERTS{${matchers.map(([name, value]) => `${name}="${value}"`).join(',')}})`;
}
