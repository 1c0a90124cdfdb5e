import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@filemill/platform/testing';
import type { ServiceName } from '@filemill/product';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, PATIENT, type ServiceDatabase } from './data-source.js';
import { runMigrations } from './migrate.js';
import { roleOf, setUpRoles } from './roles.js';

export { observePool } from './metrics.js';

const SUPERUSER = 'postgres';
const DATABASE = 'filemill_test';
/** Data survives the end of the server but not of the machine. Little memory, because several of these servers run at once. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB'];
const START_TIMEOUT_MS = 20_000;

/** A Postgres server for one test file. */
export class TestPostgres {
  private readonly dataSources: DataSource[] = [];

  private constructor(
    private readonly binaries: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly password: string,
    private server: ChildProcess,
  ) {}

  /**
   * Makes and starts a cluster in a temporary folder, on a random loopback port; about 1 s. Call `stop` in `afterAll`.
   *
   * @throws {Error} as root, which Postgres refuses, or where its programs are not installed
   */
  static async start(): Promise<TestPostgres> {
    if (process.getuid?.() === 0)
      throw new Error('Postgres refuses to run as root: run the tests as another user.');
    const binaries = findBinaries();
    const folder = await mkdtemp(join(tmpdir(), 'filemill-pg-'));
    const password = randomBytes(12).toString('hex');
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    execFileSync(join(binaries, 'initdb'), [
      ...['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'],
      ...['--username', SUPERUSER, '--pwfile', passwordFile, '--pgdata', join(folder, 'data')],
    ]);
    const port = await freePort();
    const server = launch(binaries, folder, port);
    const postgres = new TestPostgres(binaries, folder, port, password, server);
    await postgres.untilReady();
    await setUpRoles(postgres.superuser('postgres'), DATABASE, {});
    return postgres;
  }

  /** Address for the superuser. */
  get url(): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Creates a service's role and schema as an installation does. @returns its DATABASE_URL */
  async createService(schema: ServiceName): Promise<string> {
    const password = randomBytes(12).toString('hex');
    await setUpRoles(this.superuser('postgres'), DATABASE, { [schema]: password });
    return `postgres://${roleOf(schema)}:${password}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** A migrated DataSource with a new schema; `stop` closes it. */
  async freshDataSource(database: Pick<ServiceDatabase, 'entities' | 'migrations'>): Promise<DataSource> {
    const schema = `test_${randomBytes(6).toString('hex')}`;
    const client = new pg.Client(this.superuser(DATABASE));
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.end();
    const dataSource = await createDataSource(
      { ...database, schema },
      { ...PATIENT, url: this.url },
    ).initialize();
    this.dataSources.push(dataSource);
    await runMigrations(dataSource, schema);
    return dataSource;
  }

  /** Ends the server at once, as a crash would. */
  async crash(): Promise<void> {
    await this.end('SIGQUIT');
  }

  /** Starts the server again after `crash`, with its data. */
  async startAgain(): Promise<void> {
    this.server = launch(this.binaries, this.folder, this.port);
    await this.untilReady();
  }

  /** Ends the server and removes its files. */
  async stop(): Promise<void> {
    await Promise.all(this.dataSources.map((dataSource) => dataSource.destroy()));
    await this.end('SIGQUIT');
    await rm(this.folder, { recursive: true, force: true });
  }

  private superuser(database: string): pg.ClientConfig {
    return { host: '127.0.0.1', port: this.port, user: SUPERUSER, password: this.password, database };
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const exited = once(this.server, 'exit');
    this.server.kill(signal);
    await exited;
  }

  private async untilReady(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const client = new pg.Client(this.superuser('postgres'));
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        const ended = this.server.exitCode !== null;
        if (ended || Date.now() > deadline)
          throw new Error('The test Postgres did not start.', { cause: error });
        await sleep(50);
      }
    }
  }
}

function launch(binaries: string, folder: string, port: number): ChildProcess {
  const settings = [...SETTINGS, `port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const postgres = [join(binaries, 'postgres'), '-D', join(folder, 'data')];
  // setpriv (util-linux) ends the server when the test process is killed.
  return spawn('setpriv', ['--pdeathsig', 'QUIT', ...postgres, ...settings.flatMap((s) => ['-c', s])], {
    stdio: 'ignore',
  });
}

/** Folder of the server programs: the newest of Debian from version 15 on, else the folder of `initdb` in the PATH. */
function findBinaries(): string {
  const versionOf = (path: string): number => Number(path.split('/')[4]);
  const debian = globSync('/usr/lib/postgresql/*/bin')
    .filter((path) => versionOf(path) >= 15 && existsSync(join(path, 'initdb')))
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
  if (debian) return debian;
  try {
    return dirname(execFileSync('which', ['initdb'], { encoding: 'utf8' }).trim());
  } catch (error) {
    throw new Error('Postgres 15 is not installed: apt-get install postgresql-15', { cause: error });
  }
}
