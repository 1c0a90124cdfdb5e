import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { state, until } from '../../services/gateway/test/stack.js';
import { generated } from './generate.mjs';
import { EMPTY } from './grafana.mjs';
import { startPrometheus } from './prometheus.mjs';
import { fillIn, selectorsOf } from './promql.mjs';
import { allRules } from './promtool.mjs';
import { shortLoad } from './short-load.mjs';

/** Shared figures are read at most every 15 s, and rates want a second look. */
const SETTLED_MS = 25_000;

const boards = Object.entries(await generated()).map(([name, text]) => [name, JSON.parse(text)]);
const panels = boards.flatMap(([, board]) => board.panels.filter(({ type }) => type !== 'row'));
const rules = allRules();
const queriesOf = (panel) => panel.targets.map(({ expr }) => fillIn(expr));
const named = [...panels.flatMap(queriesOf), ...rules.map(({ expr }) => expr)].flatMap(selectorsOf);

let prometheus;
let folder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const ports = Object.entries(state().ports).filter(([name]) => name.startsWith('ops-'));
  prometheus = await startPrometheus(
    ports.map(([, port]) => `127.0.0.1:${port}`),
    folder,
  );
  await lookedAtAll();
  await shortLoad();
  await lookedAtAll();
  // Again: what begins with its first event grows only with its second.
  await shortLoad();
  await until('everything has data', hasAllData, SETTLED_MS).catch(() => {
    // The tests say what has none.
  });
});
afterAll(async () => {
  await prometheus?.stop();
  rmSync(folder, { recursive: true });
});

/** Resolves when Prometheus has looked at every process after this call. */
async function lookedAtAll() {
  const since = Date.now();
  await until(
    'Prometheus looks at every process',
    async () => {
      const { activeTargets } = await prometheus.get('targets', { state: 'active' });
      const isNew = ({ health, lastScrape }) => health === 'up' && Date.parse(lastScrape) >= since;
      return activeTargets.length > 0 && activeTargets.every(isNew);
    },
    SETTLED_MS,
  );
}

async function withoutData() {
  const known = new Set(await prometheus.get('label/__name__/values'));
  return [...new Set(named.map(({ name }) => name))].filter((name) => !known.has(name)).sort();
}

async function hasAllData() {
  if ((await withoutData()).length > 0) return false;
  for (const [, board] of boards) if ((await emptyPanels(board)).length > 0) return false;
  return true;
}

/** What is empty as long as nothing is wrong, and what a test would wait an hour for. */
const MAY_BE_EMPTY = [EMPTY.none, EMPTY.due];

const ask = async (query) => (await prometheus.get('query', { query })).result;

/** What such a panel leaves out are series that say 0, or shares of nothing: these must be there all the same. */
const unfiltered = (query) => query.replace(/ > 0$/, '').replaceAll(' <= 1)', ')');

async function isEmpty(panel, query) {
  if (!MAY_BE_EMPTY.includes(panel.fieldConfig.defaults.noValue))
    return (await ask(query)).every(({ value }) => value[1] === 'NaN');
  const all = unfiltered(query);
  return all !== query && (await ask(all)).length === 0;
}

async function emptyPanels(board) {
  const empty = [];
  for (const panel of board.panels.filter(({ type }) => type !== 'row'))
    for (const query of queriesOf(panel)) if (await isEmpty(panel, query)) empty.push([panel.title, query]);
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
    const missing = [];
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
