import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServiceClient, ServiceTokens } from '@filemill/contracts';
import { createDataSource, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { freePort } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { usageDatabase } from '../../services/usage/dist/database.js';

const MAIN = fileURLToPath(new URL('../../services/usage/dist/main.js', import.meta.url));
/** Of /proc/<pid>/stat on Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Starts one built usage process with a separate Postgres (without fsync), Redis and folder, on random loopback ports. Not as
 * root, which Postgres refuses.
 *
 * @returns `client` (gRPC), `sql` (a DataSource without a time limit), `cpuSeconds()` of the process, `stop()`
 */
export async function startUsage() {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-bench-'));
  const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
  const url = await postgres.createService('usage');
  const sql = await createDataSource(usageDatabase, { url, statementTimeoutMs: 0 }).initialize();
  await runMigrations(sql, usageDatabase.schema);
  const secret = randomBytes(32).toString('base64url');
  const [port, opsPort] = [await freePort(), await freePort()];
  const service = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, MAIN], {
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
  const client = createServiceClient('usage', `127.0.0.1:${port}`, new ServiceTokens(secret, 'gateway'));
  await client.waitUntilReady(20_000);
  return {
    client,
    sql,
    cpuSeconds() {
      const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
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
