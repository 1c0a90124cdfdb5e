import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '@filemill/local-stack';
import { describe, expect, it } from '@jest/globals';
import { allBoards, DASHBOARDS, textOf } from './generate.ts';
import { panelsOf } from './grafana-board.ts';
import { fillIn, groupingsOf, selectorsOf } from './promql.ts';
import { allRules } from './promtool.ts';

const boards = Object.entries(await allBoards());
const rules = allRules();

/** Labels of the metrics in docs/metrics.md, which another test compares with the code, by name. */
function documentedMetrics(): Map<string, Set<string>> {
  const metrics = new Map<string, Set<string>>();
  for (const line of readFileSync(`${ROOT}/docs/metrics.md`, 'utf8').split('\n')) {
    const [, name = '', , labels = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^`[a-z0-9_]+`$/.test(name)) continue;
    const known = metrics.get(name.slice(1, -1)) ?? new Set(['service', 'instance', 'le']);
    for (const [, label = ''] of labels.replaceAll(/\([^)]*\)/g, '').matchAll(/`([a-z_]+)`/g))
      known.add(label);
    metrics.set(name.slice(1, -1), known);
  }
  return metrics;
}

const METRICS = documentedMetrics();
/** Metrics of prom-client itself, which the page does not list. */
const DEFAULT_METRIC = /^(process|nodejs)_/;
const RECORDED = new Set(rules.map(({ record }) => record).filter(Boolean));

/** Metrics and labels of a query that are not documented. */
const unknownIn = (expr: string): string[] =>
  selectorsOf(expr).flatMap(({ name, labels }) => {
    if (RECORDED.has(name) || name === 'ALERTS' || DEFAULT_METRIC.test(name)) return [];
    const known = METRICS.get(name) ?? METRICS.get(name.replace(/_(bucket|count|sum)$/, ''));
    if (!known) return [name];
    return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
  });

describe('the committed dashboards', () => {
  it('are those that generate.ts makes', () => {
    const committed = readdirSync(DASHBOARDS).map((name) => [
      name,
      readFileSync(`${DASHBOARDS}/${name}`, 'utf8'),
    ]);
    const made = boards.map(([name, board]) => [name, textOf(board)]);
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(made));
  });

  it('have different uids', () => {
    const uids = boards.map(([, { uid }]) => uid);
    expect(new Set(uids).size).toBe(uids.length);
    expect(boards.map(([file]) => file)).toEqual(uids.map((uid) => `${uid}.json`));
  });
});

describe.each(boards)('%s', (_file, board) => {
  it('takes its data from the chosen Prometheus', () => {
    expect(board.templating?.list?.[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
    for (const panel of panelsOf(board))
      for (const { datasource } of [panel, ...panel.targets])
        expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
  });

  it('has panels with different ids that do not overlap', () => {
    const taken = new Set<string>();
    for (const { gridPos, title } of board.panels) {
      if (!gridPos) throw new Error(`${title} has no position`);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          if (taken.has(`${x},${y}`)) throw new Error(`${title} overlaps another panel`);
          taken.add(`${x},${y}`);
        }
    }
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });

  it('describes every panel, with its unit', () => {
    for (const { title, description, fieldConfig, targets, type } of panelsOf(board)) {
      expect(['timeseries', 'stat', 'bargauge']).toContain(type);
      expect(title).toMatch(/\S/);
      expect(description).toMatch(/^\S.*\.$/);
      expect(UNITS).toContain(fieldConfig.defaults.unit);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      for (const target of targets) expect(target.legendFormat).toMatch(/\S/);
    }
  });

  it('uses its own variables only', () => {
    const own = [...(board.templating?.list ?? []).map(({ name }) => name), '__rate_interval'];
    for (const { targets } of panelsOf(board))
      for (const { expr } of targets)
        for (const [, name] of expr.matchAll(/\$(\w+)/g)) expect(own).toContain(name);
  });

  it('queries only metrics and labels that docs/metrics.md lists', () => {
    for (const { targets } of panelsOf(board))
      for (const { expr } of targets) expect(unknownIn(fillIn(expr))).toEqual([]);
  });

  it('names in legends only labels that its query keeps', () => {
    for (const { targets } of panelsOf(board))
      for (const { expr, legendFormat } of targets) {
        const wanted = [...(legendFormat ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        const kept = [
          ...groupingsOf(fillIn(expr)),
          ...(expr.includes('filemill:slo') ? ['slo', 'lane'] : []),
        ];
        for (const label of wanted) expect(kept).toContain(label);
      }
  });
});

/** Grafana's names of the units in use. */
const UNITS = ['s', 'short', 'bytes', 'Bps', 'ops', 'reqps', 'percentunit'];

describe('the rules', () => {
  it('use only metrics and labels that docs/metrics.md lists', () => {
    for (const { expr } of rules) expect(unknownIn(expr)).toEqual([]);
  });
});
