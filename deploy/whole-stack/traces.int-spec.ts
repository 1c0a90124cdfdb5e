import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OtlpCollector, type ReceivedSpan } from '@filemill/contracts/testing';
import { TestPostgres } from '@filemill/database/testing';
import {
  Child,
  loadSecrets,
  type Ports,
  portsOf,
  processesOf,
  ROOT,
  run,
  waitForPort,
} from '@filemill/local-stack';
import { freePort } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** Services that a guest's conversion needs; accounts and billing are not called. */
const TRACED = ['usage', 'worker-image', 'gateway'];
const FILE_NAME = 'planted-name-of-a-file.png';
const FINGERPRINT = 'f1'.repeat(32);
/** 4 s on two idle cores. */
const START_MS = 120_000;
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The built processes of a conversion, all of whose requests are traced into a collector of the test. */
describe('a traced conversion', () => {
  const data = mkdtempSync(join(tmpdir(), 'filemill-traces-'));
  const children: Child[] = [];
  let collector: OtlpCollector;
  let postgres: TestPostgres;
  let redis: TestRedis;
  let url: string;

  beforeAll(async () => {
    [collector, postgres, redis] = await Promise.all([
      OtlpCollector.start(),
      TestPostgres.start(),
      TestRedis.start(),
    ]);
    const ports = await freePorts();
    const traced = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      REDIS_URL: redis.url,
    };
    const usage = { ...traced, DATABASE_URL: await migrated(postgres) };
    url = `http://localhost:${ports.gateway}`;
    const { processes } = processesOf({
      ...{ data, ports, secrets: loadSecrets(data), publicUrl: url, test: false },
      extra: { gateway: traced, 'worker-image': traced, usage },
    });
    for (const { name, script, env } of processes.filter(({ name }) => TRACED.includes(name))) {
      const options = { name, env, cwd: ROOT, logFolder: `${data}/logs` };
      const child = new Child({ ...options, program: process.execPath, args: [script] });
      children.push(child);
      child.start();
    }
    await Promise.all([waitForPort('gateway', ports.gateway), waitForPort('usage', ports.usage)]);
  }, START_MS);
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop()));
    await Promise.all([collector?.stop(), postgres?.stop(), redis?.stop()]);
    rmSync(data, { recursive: true, force: true });
  });

  it('is one tree of spans from the request through gateway, usage and worker to the settled row', async () => {
    const form = new FormData();
    form.append('outputFormat', 'webp');
    form.append('guestFingerprint', FINGERPRINT);
    form.append('file', new File([PIXEL], FILE_NAME));
    const response = await fetch(`${url}/api/guest/convert`, { method: 'POST', body: form });
    expect(response.status).toBe(200);

    const whole = ['usage/SettleAttempt', 'POST /api/guest/convert', 'convert'];
    for (let tries = 0; !isComplete(collector.spans, whole); tries++) {
      if (tries === 300) throw new Error(`only these spans arrived: ${names(collector.spans).join(', ')}`);
      await sleep(100);
    }
    const [root] = collector.spans.filter(({ name }) => name === 'POST /api/guest/convert');
    const trace = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
    expect(root).toMatchObject({ service: 'gateway', parentSpanId: '' });
    expect(pathTo('usage/AcceptConversion', trace)).toEqual([
      'gateway: POST /api/guest/convert',
      'gateway: call usage/acceptConversion',
      'usage: usage/AcceptConversion',
    ]);
    const job = [
      'gateway: POST /api/guest/convert',
      'gateway: call usage/acceptConversion',
      'usage: usage/AcceptConversion',
      'usage: queue add',
      'worker-image: convert',
    ];
    expect(pathTo('fetch', trace)).toEqual([...job, 'worker-image: fetch']);
    expect(pathTo('engine sharp', trace)).toEqual([
      ...job,
      'worker-image: convert',
      'worker-image: engine sharp',
    ]);
    expect(pathTo('store', trace, 'worker-image')).toEqual([...job, 'worker-image: store']);
    expect(pathTo('usage/SettleAttempt', trace)).toEqual([
      ...job,
      'worker-image: settle',
      'worker-image: call usage/settleAttempt',
      'usage: usage/SettleAttempt',
    ]);
  });

  it('contains nothing about the file or its owner', () => {
    const sent = Buffer.concat(collector.bodies).toString('latin1');
    expect(sent).toContain('/api/guest/convert');
    for (const secret of [FILE_NAME, FILE_NAME.slice(0, -4), FINGERPRINT, 'input_key', data])
      expect(sent).not.toContain(secret);
  });
});

/** A free port for each process of a stack. */
async function freePorts(): Promise<Ports> {
  const ports = portsOf(0, 0);
  const free = Object.keys(ports).map(async (name) => [name, await freePort()] as const);
  return { ...ports, ...Object.fromEntries(await Promise.all(free)) };
}

/** Makes the ledger's schema. @returns its address for usage */
async function migrated(postgres: TestPostgres): Promise<string> {
  const address = await postgres.createService('usage');
  const env = { DATABASE_URL: address, LOG_LEVEL: 'warn' };
  await run(process.execPath, ['services/usage/dist/migrate.js'], { cwd: ROOT, env });
  return address;
}

const names = (spans: readonly ReceivedSpan[]): string[] => spans.map(({ name }) => name);

/** Whether spans of all these names have arrived, and the parent of every span: processes send theirs at any time. */
function isComplete(spans: readonly ReceivedSpan[], whole: readonly string[]): boolean {
  const ids = new Set(['', ...spans.map(({ spanId }) => spanId)]);
  const hasParents = spans.every(({ parentSpanId }) => ids.has(parentSpanId));
  return hasParents && whole.every((name) => names(spans).includes(name));
}

/**
 * Every span from the root to the first of a name, as `service: name`.
 *
 * @throws {Error} if a parent is missing
 */
function pathTo(name: string, trace: readonly ReceivedSpan[], service?: string): string[] {
  let span = trace.find((each) => each.name === name && (service === undefined || each.service === service));
  const path: string[] = [];
  while (span) {
    const { parentSpanId } = span;
    path.unshift(`${span.service}: ${span.name}`);
    if (parentSpanId === '') return path;
    span = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  throw new Error(`${name} has no path to the root: ${path.join(' > ')}`);
}
