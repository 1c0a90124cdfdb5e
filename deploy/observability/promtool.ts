import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '@filemill/local-stack';
import { parse } from 'yaml';

/** Where the rules are committed; the chart and every Prometheus read them there. */
const RULES = `${ROOT}/helm/filemill/files/rules`;
/** Debian's package `prometheus`. */
export const PROMTOOL = '/usr/bin/promtool';

/** A rule that records a figure, or an alert. */
export interface Rule {
  readonly expr: string;
  readonly record?: string;
  readonly alert?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleGroup {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** What Prometheus reads: series and their values in promtool's notation. */
export type Series = Readonly<Record<string, string>>;

/** A situation in which an alert must fire, or must not. */
export interface AlertCase {
  /** What is special; only the case in which the alert fires as usual has none. */
  readonly name?: string;
  readonly alert: string;
  /** Of the alert. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Time between two values of a series, 1 min by default. */
  readonly interval?: string;
  readonly series: Series;
  /** When the alert must not fire yet. */
  readonly quiet?: string;
  /** When the alert must fire. */
  readonly fires?: string;
}

/** The cases of one file of rules. */
export interface AlertSuite {
  /** How often the rules are evaluated. */
  readonly evaluationInterval: string;
  /** Other rule files whose recorded figures the rules use. */
  readonly needs?: readonly string[];
  readonly cases: readonly AlertCase[];
}

/** Paths of all rule files. */
export const ruleFiles = (): string[] =>
  readdirSync(RULES)
    .sort()
    .map((name) => `${RULES}/${name}`);

/** Groups of rules in a file, in their order. */
function groupsOf(path: string): readonly RuleGroup[] {
  const { groups }: { groups: readonly RuleGroup[] } = parse(readFileSync(path, 'utf8'));
  return groups;
}

/** All rules, as they are written. */
export const allRules = (): Rule[] =>
  ruleFiles().flatMap((path) => groupsOf(path).flatMap((group) => group.rules));

/** A file of unit tests as promtool reads it. @param path - of the rule file */
export function unitTests(path: string, { evaluationInterval, needs = [], cases }: AlertSuite): object {
  const files = [...needs.map((name) => `${RULES}/${name}.yaml`), path];
  return {
    rule_files: files,
    evaluation_interval: evaluationInterval,
    // Otherwise promtool takes groups in any order, and an alert may not see what was recorded for it.
    group_eval_order: files.flatMap(groupsOf).map(({ name }) => name),
    tests: cases.map(unitTest),
  };
}

function unitTest({ alert, name, labels = {}, interval = '1m', series, quiet, fires }: AlertCase): object {
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

/** PromQL of how many alerts with these labels fire. */
function firing(alert: string, labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries({ alertname: alert, alertstate: 'firing', ...labels });
  return `count(ALERTS{${matchers.map(([name, value]) => `${name}="${value}"`).join(',')}})`;
}
