import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT, run } from '@filemill/local-stack';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allBoards } from './generate.ts';
import { panelsOf } from './grafana-board.ts';
import { fillIn } from './promql.ts';
import { type AlertSuite, allRules, PROMTOOL, ruleFiles, unitTests } from './promtool.ts';

const boards = Object.values(await allBoards());
const alerts = allRules().flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));

/** The cases of a file of rules. */
async function suiteOf(path: string): Promise<AlertSuite> {
  const { suite }: { suite: AlertSuite } = await import(`./alert-cases/${basename(path, '.yaml')}.ts`);
  return suite;
}
const suites = await Promise.all(
  ruleFiles().map(async (path) => ({ name: basename(path), path, suite: await suiteOf(path) })),
);
const cases = suites.flatMap(({ suite }) => suite.cases);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file for promtool. @returns its path */
const write = (name: string, content: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

/** What promtool prints about a file of tests, failures included. */
const tested = async (file: string): Promise<string> =>
  (await run(PROMTOOL, ['test', 'rules', file], { check: false })).output;

describe('the rules', () => {
  it('pass promtool', async () => {
    await run(PROMTOOL, ['check', 'rules', ...ruleFiles()]);
  });

  it.each(suites)('of $name fire when they must and not before', async ({ name, path, suite }) => {
    const file = write(`${name}.test.json`, unitTests(path, suite));
    expect(await tested(file)).toContain('SUCCESS');
  });

  it('link the runbook and the board, with and without external addresses', async () => {
    const retention = suites.find(({ name }) => name === 'retention.yaml')?.path;
    const overdue = { series: 'reaper_overdue_objects{service="usage"}', values: '3x20' };
    const expected = (runbooks: string, grafana: string) => ({
      exp_labels: { severity: 'page' },
      exp_annotations: {
        summary: 'The store refuses to erase 3 objects',
        description: 'The last passes of the reaper could not erase objects that are due.',
        runbook_url: `${runbooks}/ReaperCannotErase.md`,
        dashboard_url: `${grafana}/d/filemill-store`,
      },
    });
    const test = (external_labels: object, alert: object) => ({
      interval: '1m',
      external_labels,
      input_series: [overdue],
      alert_rule_test: [{ eval_time: '10m', alertname: 'ReaperCannotErase', exp_alerts: [alert] }],
    });
    const file = write('annotations.test.json', {
      rule_files: [retention],
      tests: [
        test({}, expected('docs/runbooks', '')),
        test(
          { runbooks: 'https://wiki.test/run', grafana: 'https://grafana.test' },
          expected('https://wiki.test/run', 'https://grafana.test'),
        ),
      ],
    });
    expect(await tested(file)).toContain('SUCCESS');
  });
});

describe('every alert', () => {
  it.each(alerts)(
    '$alert has a severity, a runbook, a board and a unit test',
    ({ alert: name, labels = {}, annotations = {} }) => {
      expect(['page', 'ticket', 'none']).toContain(labels.severity);
      for (const field of ['summary', 'description']) expect(annotations[field]).toMatch(/\S/);
      expect(annotations.runbook_url).toMatch(new RegExp(`/${name}\\.md$`));
      const runbook = `${ROOT}/docs/runbooks/${name}.md`;
      expect(existsSync(runbook)).toBe(true);
      const headings = readFileSync(runbook, 'utf8').match(/^## .+$/gm);
      expect(headings).toEqual(['## What it means', '## How to see', '## What to do', '## How to verify']);
      const tests = cases.filter((each) => each.alert === name && each.labels?.window === labels.window);
      expect(tests.some(({ fires }) => fires)).toBe(true);
      expect(tests.some(({ quiet }) => quiet) || name === 'Watchdog').toBe(true);
    },
  );

  it('links a board that exists', () => {
    const uids = boards.map(({ uid }) => uid);
    for (const { annotations } of alerts) expect(uids).toContain(annotations?.dashboard_url?.split('/d/')[1]);
  });
});

describe('the boards', () => {
  it('have queries that Prometheus accepts', async () => {
    const queries = boards
      .flatMap(panelsOf)
      .flatMap(({ targets }) => targets.map(({ expr }) => fillIn(expr)));
    const file = write('boards.json', {
      groups: [{ name: 'boards', rules: queries.map((expr, index) => ({ record: `query_${index}`, expr })) }],
    });
    await run(PROMTOOL, ['check', 'rules', file]);
  });
});
