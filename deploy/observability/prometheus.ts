import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@filemill/platform/testing';
import { ruleFiles } from './promtool.ts';

/** Debian's package `prometheus`. */
const PROMETHEUS = '/usr/bin/prometheus';
const READY_MS = 15_000;

/** `data` of the answers of Prometheus' HTTP API, by path: what the tests read of it. */
export interface Answers {
  readonly targets: { readonly activeTargets: readonly ActiveTarget[] };
  readonly query: { readonly result: readonly { readonly value: readonly [time: number, value: string] }[] };
  readonly labels: readonly string[];
  readonly 'label/__name__/values': readonly string[];
  readonly rules: { readonly groups: readonly { readonly rules: readonly RuleHealth[] }[] };
}

/** A process that Prometheus scrapes. */
export interface ActiveTarget {
  readonly health: string;
  readonly lastError: string;
  /** ISO 8601. */
  readonly lastScrape: string;
}

/** The last evaluation of a rule. */
export interface RuleHealth {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

/** A running Prometheus. */
export interface Prometheus {
  /** @throws {Error} if Prometheus refuses the parameters */
  get<Path extends keyof Answers>(
    path: Path,
    parameters?: Readonly<Record<string, string>>,
  ): Promise<Answers[Path]>;
  stop(): Promise<void>;
}

/**
 * A separate Prometheus that scrapes a running stack, with the rules of the chart. It scrapes every second and evaluates every
 * rule as often, whatever interval the rule's group names, since a test cannot wait for minutes.
 *
 * @param targets - addresses of ops ports, `127.0.0.1:<port>`
 * @param folder - empty, for its data and settings
 */
export async function startPrometheus(targets: readonly string[], folder: string): Promise<Prometheus> {
  const port = await freePort();
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${configure(targets, folder)}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    get: async (path, parameters = {}) => {
      const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
      const answer = await response.json();
      if (answer.status !== 'success')
        throw new Error(`${path} ${JSON.stringify(parameters)}: ${answer.error}`);
      return answer.data;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Writes its settings. @returns their path */
function configure(targets: readonly string[], folder: string): string {
  const rules = join(folder, 'rules');
  mkdirSync(rules);
  for (const path of ruleFiles())
    writeFileSync(
      join(rules, basename(path)),
      readFileSync(path, 'utf8').replaceAll(/^ {4}interval: .*\n/gm, ''),
    );
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [`${rules}/*.yaml`],
    scrape_configs: [{ job_name: 'filemill', honor_labels: true, static_configs: [{ targets }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  return join(folder, 'prometheus.yml');
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS;
  for (;;) {
    const ready = await fetch(`${url}/-/ready`).then(
      (response) => response.ok,
      () => false, // does not listen yet
    );
    if (ready) return;
    if (child.exitCode !== null || Date.now() > end) throw new Error('Prometheus did not start');
    await sleep(50);
  }
}
