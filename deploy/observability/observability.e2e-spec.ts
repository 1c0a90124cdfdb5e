import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { state, until } from '../../services/gateway/test/stack.ts';
import { allBoards } from './generate.ts';
import { EMPTY } from './grafana.ts';
import { type Board, type BoardPanel, panelsOf } from './grafana-board.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { fillIn, selectorsOf } from './promql.ts';
import { allRules } from './promtool.ts';
import { shortLoad } from './short-load.ts';

/** Shared figures are read at most every 15 s, and rates need two scrapes. */
const SETTLED_MS = 25_000;

const boards = Object.entries(await allBoards());
const panels = boards.flatMap(([, board]) => panelsOf(board));
const rules = allRules();
const queriesOf = (panel: BoardPanel): string[] => panel.targets.map(({ expr }) => fillIn(expr));
const named = [...panels.flatMap(queriesOf), ...rules.map(({ expr }) => expr)].flatMap(selectorsOf);

let prometheus: Prometheus;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const ports = Object.entries(state().ports).filter(([name]) => name.startsWith('ops-'));
  prometheus = await startPrometheus(
    ports.map(([, port]) => `127.0.0.1:${port}`),
    folder,
  );
  await scrapedAll();
  await shortLoad();
  await scrapedAll();
  // Again: a series that begins with its first event grows only with its second.
  await shortLoad();
  await until('everything has data', hasAllData, SETTLED_MS).catch(() => {
    // The tests say what has none.
  });
});
afterAll(async () => {
  await prometheus?.stop();
  rmSync(folder, { recursive: true });
});

/** Resolves when Prometheus has scraped every process after this call. */
async function scrapedAll(): Promise<void> {
  const since = Date.now();
  await until(
    'Prometheus scrapes every process',
    async () => {
      const { activeTargets } = await prometheus.get('targets', { state: 'active' });
      const isNew = activeTargets.map(
        ({ health, lastScrape }) => health === 'up' && Date.parse(lastScrape) >= since,
      );
      return isNew.length > 0 && isNew.every(Boolean);
    },
    SETTLED_MS,
  );
}

/** Metrics that are named but have no data. */
async function withoutData(): Promise<string[]> {
  const known = new Set(await prometheus.get('label/__name__/values'));
  return [...new Set(named.map(({ name }) => name))].filter((name) => !known.has(name)).sort();
}

async function hasAllData(): Promise<boolean> {
  if ((await withoutData()).length > 0) return false;
  for (const [, board] of boards) if ((await emptyPanels(board)).length > 0) return false;
  return true;
}

/** Texts of panels that are empty as long as nothing is wrong, or for the first hour. */
const MAY_BE_EMPTY: readonly string[] = [EMPTY.none, EMPTY.due];

const ask = async (query: string) => (await prometheus.get('query', { query })).result;

/** The query with the series that such a panel leaves out, zeros and shares of nothing: they must exist. */
const unfiltered = (query: string): string => query.replace(/ > 0$/, '').replaceAll(' <= 1)', ')');

async function isEmpty(panel: BoardPanel, query: string): Promise<boolean> {
  if (!MAY_BE_EMPTY.includes(panel.fieldConfig.defaults.noValue ?? ''))
    return (await ask(query)).every(({ value }) => value[1] === 'NaN');
  const all = unfiltered(query);
  return all !== query && (await ask(all)).length === 0;
}

/** Titles and queries of panels without data. */
async function emptyPanels(board: Board): Promise<string[]> {
  const empty: string[] = [];
  for (const panel of panelsOf(board))
    for (const query of queriesOf(panel))
      if (await isEmpty(panel, query)) empty.push(`${panel.title}: ${query}`);
  return empty;
}

describe('a Prometheus over the running stack', () => {
  it('reaches every process', async () => {
    const { activeTargets } = await prometheus.get('targets', { state: 'active' });
    expect(activeTargets).toHaveLength(8);
    expect(activeTargets.map(({ lastError }) => lastError).filter(Boolean)).toEqual([]);
  });

  it('has data of every metric that a rule or a board names', async () => {
    expect(await withoutData()).toEqual([]);
  });

  it('finds every label by which a rule or a board picks series', async () => {
    const missing: string[] = [];
    for (const { name, labels } of named) {
      if (labels.length === 0) continue;
      const known = await prometheus.get('labels', { 'match[]': name });
      for (const label of labels) if (!known.includes(label)) missing.push(`${name}{${label}}`);
    }
    expect(missing).toEqual([]);
  });

  it('evaluates every rule', async () => {
    const { groups } = await prometheus.get('rules');
    const all = groups.flatMap((group) => group.rules);
    expect(all).toHaveLength(rules.length);
    expect(
      all.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => [name, lastError]),
    ).toEqual([]);
  });

  it.each(boards)('has data for every panel of %s', async (_name, board) => {
    expect(await emptyPanels(board)).toEqual([]);
  });
});
