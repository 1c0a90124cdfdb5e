import { readFileSync } from 'node:fs';
import { countUnknownCallers, measureCalls } from '@filemill/contracts/testing';
import { createDataSource } from '@filemill/database';
import { observePool } from '@filemill/database/testing';
import { DATABASES, PROCESSES, ROOT, WORKERS } from '@filemill/local-stack';
import { observeDisk, type Runtime, watchClock } from '@filemill/platform';
import { testRuntime } from '@filemill/platform/testing';
import { WorkerMetrics } from '@filemill/worker/testing';
import { describe, expect, it } from '@jest/globals';
import { AccountsMetrics } from '../../services/accounts/src/metrics.ts';
import { BillingMetrics } from '../../services/billing/src/metrics.ts';
import { createHttpMetrics } from '../../services/gateway/src/http/metrics.ts';
import { UsageMetrics } from '../../services/usage/src/metrics.ts';

const GRPC_SERVICES: readonly string[] = DATABASES;
const TAKE_JOBS: readonly string[] = WORKERS;
/** Never connected. */
const NO_TABLES = { schema: 'none', entities: [], migrations: [] };
const OF_PROM_CLIENT = /^(process|nodejs)_/;

/** Declares the metrics of one service only. */
const METRICS_OF: Readonly<Record<string, (runtime: Runtime) => unknown>> = {
  gateway: ({ ops }) => createHttpMetrics(ops.registry),
  accounts: (runtime) => new AccountsMetrics(runtime),
  billing: (runtime) => new BillingMetrics(runtime),
  usage: (runtime) => new UsageMetrics(runtime),
};

/** The metrics that a process declares, as `name type label,label`. */
function declaredBy(service: string): string[] {
  const runtime = testRuntime(service);
  const { registry } = runtime.ops;
  METRICS_OF[service]?.(runtime);
  watchClock(runtime, { name: 'Redis', read: async () => 0 });
  if (GRPC_SERVICES.includes(service)) {
    measureCalls(registry);
    countUnknownCallers(registry);
    observePool(registry, createDataSource(NO_TABLES, { url: 'postgres://localhost' }));
  }
  if (TAKE_JOBS.includes(service)) new WorkerMetrics(registry);
  if (service === 'usage' || TAKE_JOBS.includes(service)) observeDisk(registry, 'work', '/');
  return registry
    .getMetricsAsArray()
    .filter(({ name }) => !OF_PROM_CLIENT.test(name))
    .map((metric) => {
      const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
      return [metric.name, metric.constructor.name.toLowerCase(), labels.toSorted().join()].join(' ');
    })
    .sort();
}

/** The same, of the tables whose heading names the process or all of them. */
function describedFor(service: string): string[] {
  const page = readFileSync(`${ROOT}/docs/metrics.md`, 'utf8');
  const lines = page.split(/^## /m).flatMap((section) => {
    const [heading = '', ...rows] = section.split('\n');
    const isOurs = heading === 'Every process' || heading.split(', ').includes(service);
    return isOurs ? rows : [];
  });
  return lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => /^`[a-z0-9_]+`$/.test(name))
    .map(([, name = '', type = '', labels = '']) => {
      // Values are in parentheses behind their label.
      const names = [...labels.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, label]) => label);
      return [name.slice(1, -1), /^\w+/.exec(type)?.[0], names.sort().join()].join(' ');
    })
    .sort();
}

describe('docs/metrics.md', () => {
  it.each(PROCESSES)('lists exactly the metrics of %s, with their types and labels', (service) => {
    expect(describedFor(service)).toEqual(declaredBy(service));
  });

  it('has no label that could identify a person, a file or a key', () => {
    const labels = PROCESSES.flatMap(declaredBy).flatMap((metric) => metric.split(' ')[2]?.split(',') ?? []);
    const known =
      'action category code currency dependency direction engine from kind lane limit method mode';
    const more =
      'movement outcome output_format plan policy reason receiver result route rpc source stage state';
    expect([...new Set(labels)].filter((label) => label !== '').sort()).toEqual(
      [...known.split(' '), ...more.split(' '), 'status', 'to', 'volume'].sort(),
    );
  });
});
