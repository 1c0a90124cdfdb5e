import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE, ROOT } from '../ground/paths.ts';
import { Problem } from '../ground/report.ts';
import { run } from '../ground/run.ts';
import type { Ports } from './ports.ts';
import { DATABASES, type DatabaseName } from './process.ts';
import { databaseUrl } from './processes.ts';
import { type Secrets, secretOf } from './secrets.ts';
import { Child } from './supervisor.ts';

/** What a database process needs. */
export interface DatabaseOptions {
  /** Folder of everything that the stack keeps. */
  readonly data: string;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly logFolder: string;
}

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const READY_MS = 30_000;

/** The Postgres server of a stack. Its superuser connects through a socket that only this system user can reach. */
export function postgresProcess({ data, ports, logFolder }: DatabaseOptions): Child {
  const socket = `${data}/run`;
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'shared_buffers=128MB'];
  const places = ['-D', `${data}/postgres`, '-p', String(ports.postgres), '-k', socket];
  return new Child({
    name: 'postgres',
    program: `${POSTGRES_BIN}/postgres`,
    args: [...places, ...settings.flatMap((setting) => ['-c', setting])],
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    cwd: data,
    logFolder,
    stopSignal: 'SIGINT', // fast shutdown
  });
}

/** Creates the database cluster, or prepares an existing one for its start. */
export async function initPostgres({ data }: Pick<DatabaseOptions, 'data'>): Promise<void> {
  if (existsSync(`${data}/postgres/PG_VERSION`)) return removeStalePid(`${data}/postgres/postmaster.pid`);
  rmSync(`${data}/postgres`, { recursive: true, force: true }); // left by an interrupted initdb
  const auth = ['--auth-local=peer', '--auth-host=scram-sha-256', '-U', 'filemill_owner'];
  const text = ['-E', 'UTF8', '--locale=C.UTF-8'];
  await run(`${POSTGRES_BIN}/initdb`, ['-D', `${data}/postgres`, ...text, '--no-sync', ...auth]);
  // Any system user may connect as the owner: only the user that runs Filemill can reach the socket.
  writeFileSync(`${data}/postgres/pg_ident.conf`, 'owner /.* filemill_owner\n');
  const hba = `${data}/postgres/pg_hba.conf`;
  writeFileSync(hba, readFileSync(hba, 'utf8').replace(/^(local\s+all\s+all\s+)peer$/m, '$1peer map=owner'));
}

/** After a crash the pid in the file may belong to another program, and Postgres would refuse to start. */
function removeStalePid(file: string): void {
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  if (!command.includes('postgres')) rmSync(file);
}

/** The Redis server of a stack, which keeps its data on disk. */
export function redisProcess({ data, ports, secrets, logFolder }: DatabaseOptions): Child {
  mkdirSync(`${data}/redis`, { recursive: true });
  const config = `${data}/redis/redis.conf`;
  const lines = [
    `port ${ports.redis}`,
    'bind 127.0.0.1',
    `dir ${data}/redis`,
    `requirepass ${secrets.redis}`,
    // Jobs must survive a restart and are never evicted.
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  return new Child({
    name: 'redis',
    program: '/usr/bin/redis-server',
    args: [config],
    env: { PATH: '/usr/bin:/bin' },
    cwd: data,
    logFolder,
  });
}

/** Resolves once a process listens on a loopback port. @throws {Problem} naming the process after 30 s */
export async function waitForPort(name: string, port: number): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (await listens(port)) return;
    await sleep(30);
  }
  throw new Problem(`${name} did not start; see its log.`);
}

/** Whether a process listens on a loopback port. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/** Creates roles and schemas, and runs the migrations of all services. Safe to repeat. */
export async function migrate(options: Pick<DatabaseOptions, 'data' | 'ports' | 'secrets'>): Promise<void> {
  const { data, ports, secrets } = options;
  // Loaded here: some commands use this package before the others are built.
  const { setUpRoles } = await import('@filemill/database');
  const owner = { host: `${data}/run`, port: ports.postgres, user: 'filemill_owner', database: 'postgres' };
  const passwords = Object.fromEntries(
    DATABASES.map((name): [string, string] => [name, secretOf(secrets, `database_${name}`)]),
  );
  await retryUntilAnswered(() => setUpRoles(owner, 'filemill', passwords));
  const env = (name: DatabaseName) => ({
    DATABASE_URL: databaseUrl(name, ports, secrets),
    LOG_LEVEL: 'warn',
  });
  await Promise.all(
    DATABASES.map((name) => run(NODE, [`services/${name}/dist/migrate.js`], { cwd: ROOT, env: env(name) })),
  );
}

/** Repeats a query: Postgres listens a moment before it answers. */
async function retryUntilAnswered<T>(query: () => Promise<T>): Promise<T> {
  const end = Date.now() + READY_MS;
  for (;;) {
    try {
      return await query();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
