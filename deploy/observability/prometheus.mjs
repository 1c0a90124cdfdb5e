import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ruleFiles } from './promtool.mjs';

/** Debian's package `prometheus`. */
const PROMETHEUS = '/usr/bin/prometheus';
const READY_MS = 15_000;

/**
 * A separate Prometheus that scrapes a running stack, with the rules of the chart. It scrapes every second and evaluates every
 * rule as often, whatever interval the rule's group names, since a test cannot wait for minutes.
 *
 * @param {string[]} targets - addresses of ops ports, `127.0.0.1:<port>`
 * @param {string} folder - empty, for its data and settings
 */
export async function startPrometheus(targets, folder) {
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
    /** `data` of an answer of the HTTP API. */
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

function configure(targets, folder) {
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

async function untilReady(url, child) {
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

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
