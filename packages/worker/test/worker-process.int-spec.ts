import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aConversion } from '@filemill/contracts/testing';
import { freePort } from '@filemill/platform/testing';
import { CONVERT_JOB, JOB_OPTIONS, queueName, STOPPED_ATTEMPTS_CHANNEL, slotsKey } from '@filemill/queue';
import { FsObjectStore } from '@filemill/storage';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { InMemoryLedger, PIXEL_PNG } from '../src/testing/in-memory-ledger.js';
import { startUsage, WORKER_TOKEN_SECRET } from './fixtures/usage-server.js';

/** Real worker processes (built from `dist`), real Redis, real gRPC, real jail; an engine that sleeps. */
const MAIN = fileURLToPath(new URL('./fixtures/main.ts', import.meta.url));

let root: string;
let store: FsObjectStore;
let redisServer: ChildProcess;
let redis: Redis;
let redisUrl: string;
let queue: Queue;
let usage: Awaited<ReturnType<typeof startUsage>>;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'worker-process-'));
  store = new FsObjectStore(join(root, 'store'), 100);
  const port = await freePort();
  redisUrl = `redis://127.0.0.1:${port}`;
  redisServer = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined); // Redis has not started yet: ioredis tries again
  await redis.ping();
  queue = new Queue(queueName('image'), { connection: redis });
  usage = await startUsage();
});
afterEach(async () => {
  const running = workers
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((worker) => [once(worker, 'exit'), worker.kill('SIGKILL')][0]));
  await redis.flushall();
});
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  redisServer.kill('SIGKILL');
  await usage.close();
  await rm(root, { recursive: true, force: true });
});

async function startWorker(env: Record<string, string> = {}): Promise<ChildProcess> {
  const { worker, readyz } = await spawnWorker(env);
  await until(async () => (await readyz())?.ok);
  return worker;
}

/** @returns the new process, and a call of its /readyz; undefined before it listens */
async function spawnWorker(env: Record<string, string>, stdout: 'inherit' | 'pipe' = 'inherit') {
  const opsPort = await freePort();
  const worker = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', stdout, 'inherit'],
    env: {
      ...{ PATH: '/usr/bin', LOG_LEVEL: 'fatal', OPS_PORT: `${opsPort}`, REDIS_URL: redisUrl },
      // Enough for all slots on every machine: the engine only sleeps.
      MEMORY_BYTES: `${64 * 1024 ** 3}`,
      ...{ STORE_URL: `file://${root}/store`, STORE_MAX_USED_PERCENT: '100', WORK_MAX_USED_PERCENT: '100' },
      ...{ USAGE_ADDRESS: usage.address, WORKER_TOKEN_SECRET, WORK_DIR: join(root, 'work'), ...env },
    },
  });
  workers.push(worker);
  const readyz = () => fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined);
  return { worker, readyz };
}

/** What a worker has logged so far. */
function outputOf({ stdout }: ChildProcess): () => string {
  let text = '';
  stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

/** Accepts a conversion whose engine sleeps, and queues its job. */
async function submit(sleepSeconds: number | string): Promise<InMemoryLedger> {
  const width = Math.max(1, Math.round(Number(sleepSeconds) * 10));
  const ledger = new InMemoryLedger(
    aConversion({ optionsJson: JSON.stringify({ width }), originalSizeBytes: PIXEL_PNG.length }),
    () => void redis.publish(STOPPED_ATTEMPTS_CHANNEL, ledger.row.id),
  );
  usage.add(ledger);
  await store.put(ledger.row.inputKey, Readable.from([PIXEL_PNG]));
  const payload = { conversionId: ledger.row.id, requestId: 'test-request' };
  await queue.add(CONVERT_JOB, payload, { ...JOB_OPTIONS, jobId: ledger.row.id, priority: 1 });
  return ledger;
}

/** Far longer than anything takes: no test depends on the speed of its machine. */
const EVENTUALLY_MS = 60_000;

/** Waits for a state. @returns how long it took, in milliseconds */
async function until(holds: () => unknown): Promise<number> {
  const startedAt = Date.now();
  while (!(await holds())) {
    if (Date.now() - startedAt > EVENTUALLY_MS) throw new Error(`not within ${EVENTUALLY_MS} ms: ${holds}`);
    await sleep(20);
  }
  return Date.now() - startedAt;
}

/** Running jailed engines, found by the argument of their `sleep`. */
const sleepers = (argument: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `/usr/bin/sleep\0${argument}\0`
      );
    } catch {
      return false; // it ended meanwhile
    }
  }).length;

const keys = async (ledger: InMemoryLedger): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of store.list(ledger.row.keyPrefix)) found.push(key);
  return found;
};

describe('a worker process', () => {
  it('converts a queued job, and announces its slots', async () => {
    await startWorker({ SLOTS_IMAGE: '3' });
    const ledger = await submit(0);
    await until(() => ledger.row.status === 'completed');
    expect(ledger.row.outputKey).toBe(`${ledger.row.keyPrefix}output-1`);
    await until(async () => (await queue.getJobCountByTypes('active', 'delayed', 'prioritized')) === 0);
    expect(await keys(ledger)).toEqual([ledger.row.outputKey]);
    expect(await redis.zcount(slotsKey('image'), Date.now() + 15_000, '+inf')).toBe(3);
  });

  it('refuses configured slots that do not fit its memory, and names a number that fits', async () => {
    const env = { SLOTS_IMAGE: '3', MEMORY_BYTES: `${5 * 1024 ** 3}`, LOG_LEVEL: 'info' };
    const { worker } = await spawnWorker(env, 'pipe');
    const logText = outputOf(worker);
    const [code] = await once(worker, 'close');
    expect(code).not.toBe(0);
    expect(logText()).toContain(
      'SLOTS_IMAGE=3: conversions at once may take 6.8 GiB of memory, and there are 5.0 GiB',
    );
    expect(logText()).toContain('set SLOTS_IMAGE=2');
  });

  it('lowers default slots to fit its memory, and logs it', async () => {
    const env = { MEMORY_BYTES: `${3 * 1024 ** 3}`, LOG_LEVEL: 'info' };
    const logText = outputOf((await spawnWorker(env, 'pipe')).worker);
    await until(() => logText().includes('"slots":{"image":1}'));
  });

  it('stops the engine of a cancelled conversion', async () => {
    await startWorker();
    const ledger = await submit('1202.1');
    await until(() => sleepers('1202.1') === 1);
    ledger.cancel();
    await until(() => sleepers('1202.1') === 0);
    expect(ledger.row.status).toBe('cancelled');
  });

  it('on SIGTERM withdraws its slots, returns jobs that outlast the grace period uncounted, and exits 0', async () => {
    // Much longer than the short job takes, also on a busy machine.
    const worker = await startWorker({ DRAIN_GRACE_SECONDS: '8' });
    const [short, long] = [await submit(0.7), await submit('1202.2')];
    await until(() => sleepers('1202.2') === 1);
    worker.kill('SIGTERM');
    const [code] = await once(worker, 'exit');
    expect(code).toBe(0);
    expect(short.row.status).toBe('completed');
    expect({ tries: long.tries, status: long.row.status }).toEqual({ tries: 0, status: 'pending' });
    expect(sleepers('1202.2')).toBe(0);
    expect(await queue.getDelayedCount()).toBe(1);
    expect(await redis.zcard(slotsKey('image'))).toBe(0);
    expect(readdirSync(join(root, 'work'))).toEqual([]);
  });

  it('leaves no engine behind when killed; another worker takes the job as attempt 2', async () => {
    const first = await startWorker();
    const ledger = await submit('4.5');
    await until(() => sleepers('4.5') === 1);
    await startWorker();
    first.kill('SIGKILL');
    expect(await until(() => sleepers('4.5') === 0)).toBeLessThan(2_000);
    await until(() => ledger.row.attempt === 2);
    await until(() => ledger.row.status === 'completed');
    expect(ledger.row.outputKey).toBe(`${ledger.row.keyPrefix}output-2`);
    await until(async () => (await keys(ledger)).length === 1);
  });

  it('is not ready on a machine whose clock is three minutes off, and reports the difference', async () => {
    const slow = '--import "data:text/javascript,const now=Date.now;Date.now=()=>now()-180000"';
    const { readyz } = await spawnWorker({ NODE_OPTIONS: slow });
    type Answer = { started?: boolean; checks?: { redis?: boolean } };
    const answer = async () => (await readyz())?.json() as Promise<Answer | undefined>;
    await until(async () => (await answer())?.started);
    // Its first check may be older than the connection.
    await until(async () => (await answer())?.checks?.redis);
    expect(await answer()).toMatchObject({
      status: 'not ready',
      checks: { redis: true, clock: false },
      reasons: { clock: expect.stringContaining('180 s behind that of Redis') },
    });
    expect((await readyz())?.status).toBe(503);
  });

  it('does not start when its configuration is wrong, and names the variable', async () => {
    const worker = spawn(process.execPath, [MAIN], {
      env: {
        LANES: 'video,dance',
        OPS_PORT: `${await freePort()}`,
        WORKER_TOKEN_SECRET,
        STORE_URL: 'file:///tmp/x',
      },
    });
    let errorText = '';
    worker.stderr.on('data', (chunk: Buffer) => {
      errorText += chunk.toString();
    });
    const [code] = await once(worker, 'exit');
    expect(code).toBe(78);
    expect(errorText).toContain('LANES');
  });
});
