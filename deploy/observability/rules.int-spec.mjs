import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { generated } from './generate.mjs';
import { fillIn } from './promql.mjs';
import { allRules, PROMTOOL, ruleFiles, unitTests } from './promtool.mjs';

const exec = promisify(execFile);
const rules = allRules();
const alerts = rules.filter((rule) => rule.alert !== undefined);
const suites = await Promise.all(
  ruleFiles().map(async (path) => ({
    path,
    ...(await import(`./alert-cases/${basename(path, '.yaml')}.mjs`)),
  })),
);
const cases = suites.flatMap((suite) => suite.cases);

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name, content) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

/** What promtool says of a file of tests, failures included. */
const tested = async (file) => {
  const { stdout, stderr } = await exec(PROMTOOL, ['test', 'rules', file]).catch((error) => error);
  return `${stdout}${stderr}`;
};

describe('the rules', () => {
  it('pass promtool', async () => {
    await exec(PROMTOOL, ['check', 'rules', ...ruleFiles()]);
  });

  it.each(suites.map((suite) => [basename(suite.path), suite]))(
    'of %s fire when they must and not before',
    async (name, suite) => {
      const file = write(`${name}.test.json`, unitTests(suite.path, suite));
      expect(await tested(file)).toContain('SUCCESS');
    },
  );

  it('link the runbook and the board, with and without external addresses', async () => {
    const retention = suites.find(({ path }) => path.endsWith('retention.yaml')).path;
    const overdue = { series: 'reaper_overdue_objects{service="usage"}', values: '3x20' };
    const expected = (runbooks, grafana) => ({
      exp_labels: { severity: 'page' },
      exp_annotations: {
        summary: 'The store refuses to erase 3 objects',
        description: 'The last passes of the reaper could not erase what is due.',
        runbook_url: `${runbooks}/ReaperCannotErase.md`,
        dashboard_url: `${grafana}/d/filemill-store`,
      },
    });
    const test = (external_labels, alert) => ({
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
  it.each(alerts.map((alert) => [alert.alert, alert]))(
    '%s has a severity, a runbook, a board and a unit test',
    (name, alert) => {
      expect(['page', 'ticket', 'none']).toContain(alert.labels.severity);
      for (const field of ['summary', 'description']) expect(alert.annotations[field]).toMatch(/\S/);
      expect(alert.annotations.runbook_url).toMatch(new RegExp(`/${name}\\.md$`));
      const runbook = `${ROOT}/docs/runbooks/${name}.md`;
      expect(existsSync(runbook)).toBe(true);
      const headings = readFileSync(runbook, 'utf8').match(/^## .+$/gm);
      expect(headings).toEqual(['## What it means', '## How to see', '## What to do', '## How to verify']);
      const { window } = alert.labels;
      const tests = cases.filter((one) => one.alert === name && one.labels?.window === window);
      expect(tests.some(({ fires }) => fires)).toBe(true);
      expect(tests.some(({ quiet }) => quiet) || name === 'Watchdog').toBe(true);
    },
  );

  it('leads to a board that exists', async () => {
    const boards = Object.values(await generated()).map((text) => JSON.parse(text).uid);
    for (const { annotations } of alerts) expect(boards).toContain(annotations.dashboard_url.split('/d/')[1]);
  });
});

describe('the boards', () => {
  it('have queries that Prometheus accepts', async () => {
    const panels = Object.values(await generated()).flatMap((text) => JSON.parse(text).panels);
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => fillIn(expr)));
    const file = write('boards.json', {
      groups: [{ name: 'boards', rules: queries.map((expr, index) => ({ record: `query_${index}`, expr })) }],
    });
    await exec(PROMTOOL, ['check', 'rules', file]);
  });
});
