import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceClient, type ServiceClient, ServiceTokens, type usage } from '@filemill/contracts';
import { createDataSource } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { ROOT, run } from '@filemill/local-stack';
import { freePort } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { processOf, TICKS_PER_SECOND } from '../shared/processes.ts';

const PROGRAMS = `${ROOT}/services/usage/dist`;

/** Connection to the tables of the ledger, for plain SQL. */
export type Sql = Pick<ReturnType<typeof createDataSource>, 'query'>;

/** One usage process with its own Postgres and Redis. */
export interface UsageStack {
  readonly client: ServiceClient<usage.UsageService>;
  /** Without a time limit of statements. */
  readonly sql: Sql;
  /** Processor time of the process so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/**
 * Starts one built usage process with a separate Postgres (without fsync), Redis and folder, on random loopback ports. Not as
 * root, which Postgres refuses.
 */
export async function startUsage(): Promise<UsageStack> {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
  const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
  const url = await postgres.createService('usage');
  await run(process.execPath, [`${PROGRAMS}/migrate.js`], { env: { DATABASE_URL: url, LOG_LEVEL: 'warn' } });
  const tables = { schema: 'usage', entities: [], migrations: [] };
  const sql = await createDataSource(tables, { url, statementTimeoutMs: 0 }).initialize();
  const secret = randomBytes(32).toString('base64url');
  const [port, opsPort] = [await freePort(), await freePort()];
  const args = ['--pdeathsig', 'KILL', process.execPath, `${PROGRAMS}/main.js`];
  const service = spawn('setpriv', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // As npm start runs it.
      NODE_OPTIONS: '--v8-pool-size=1',
      LOG_LEVEL: 'error',
      GRPC_PORT: `${port}`,
      OPS_PORT: `${opsPort}`,
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      STORE_URL: `file://${folder}`,
      SERVICE_TOKEN_SECRET: secret,
      WORKER_TOKEN_SECRET: randomBytes(32).toString('base64url'),
    },
  });
  const client = createServiceClient<usage.UsageService>(
    'usage',
    `127.0.0.1:${port}`,
    new ServiceTokens(secret, 'gateway'),
  );
  await client.waitUntilReady(20_000);
  return {
    client,
    sql,
    cpuSeconds: () => (processOf(service.pid ?? 0)?.ticks ?? 0) / TICKS_PER_SECOND,
    async stop() {
      client.close();
      const exited = once(service, 'exit');
      service.kill('SIGKILL');
      await exited;
      await sql.destroy();
      await Promise.all([postgres.stop(), redis.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
