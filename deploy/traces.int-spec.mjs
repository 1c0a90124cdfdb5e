import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OtlpCollector } from '../packages/contracts/src/testing.ts';
import { createDataSource, runMigrations } from '../packages/database/src/index.ts';
import { TestPostgres } from '../packages/database/src/testing.ts';
import { freePort } from '../packages/platform/src/testing.ts';
import { TestRedis } from '../packages/queue/src/testing.ts';
import { usageDatabase } from '../services/usage/src/database.ts';
import { waitForPort } from './local/databases.mjs';
import { ROOT } from './local/paths.mjs';
import { portsOf, processesOf } from './local/processes.mjs';
import { loadSecrets } from './local/secrets.mjs';
import { Child } from './local/supervisor.mjs';

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
  const children = [];
  let [collector, postgres, redis, url] = [];

  beforeAll(async () => {
    [collector, postgres, redis] = await Promise.all([
      OtlpCollector.start(),
      TestPostgres.start(),
      TestRedis.start(),
    ]);
    const names = Object.keys(portsOf(0, 0));
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])));
    const traced = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      REDIS_URL: redis.url,
    };
    const usage = { ...traced, DATABASE_URL: await migrated(postgres) };
    url = `http://localhost:${ports.gateway}`;
    const { processes } = processesOf({
      ...{ data, ports, secrets: loadSecrets(data), publicUrl: url },
      extra: { gateway: traced, 'worker-image': traced, usage },
    });
    for (const { name, script, env } of processes.filter(({ name }) => TRACED.includes(name))) {
      const spec = { name, env, cwd: ROOT, logFolder: `${data}/logs` };
      const child = new Child({ ...spec, program: process.execPath, args: [script] });
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
    for (let tries = 0; !whole.every((name) => names(collector.spans).includes(name)); tries++) {
      if (tries === 300) throw new Error(`only ${names(collector.spans).join(', ')} came`);
      await sleep(100);
    }
    const [root] = collector.spans.filter(({ name }) => name === 'POST /api/guest/convert');
    const trace = collector.spans.filter(({ traceId }) => traceId === root.traceId);
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

/** The ledger's schema. @returns the address with which usage comes to it */
async function migrated(postgres) {
  const address = await postgres.createService('usage');
  const connection = await createDataSource(usageDatabase, { url: address }).initialize();
  await runMigrations(connection, usageDatabase.schema);
  await connection.destroy();
  return address;
}

const names = (spans) => spans.map(({ name }) => name);

/** Every span from the root to the first of a name, as `service: name`; fails where one is missing. */
function pathTo(name, trace, service) {
  let span = trace.find((span) => span.name === name && (service === undefined || span.service === service));
  const path = [];
  while (span) {
    const { parentSpanId } = span;
    path.unshift(`${span.service}: ${span.name}`);
    if (parentSpanId === '') return path;
    span = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  throw new Error(`${name} has no path to the root: ${path.join(' > ')}`);
}
