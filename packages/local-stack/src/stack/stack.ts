import { mkdirSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE, ROOT } from '../ground/paths.ts';
import { Problem, say, step } from '../ground/report.ts';
import { initPostgres, listens, migrate, postgresProcess, redisProcess, waitForPort } from './databases.ts';
import { type Ports, portsOf } from './ports.ts';
import type { Environment } from './process.ts';
import { processesOf } from './processes.ts';
import { loadSecrets } from './secrets.ts';
import { Child } from './supervisor.ts';

/**
 * Flags of Node for all services, here and in containers. Measured: V8 lets a small heap grow by a tenth between full
 * collections: one for each photo that passes the gateway, 30 to 50 ms long. With twice the size they are rare.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--heap-growing-percent=100'];

const READY_MS = 60_000;
const FREE_BYTES_NEEDED = 1024 ** 3;

/** Where a stack keeps its data and listens. */
export interface StackOptions {
  /** Folder for everything that is kept. */
  readonly data: string;
  /** Port of the gateway. */
  readonly publicPort: number;
  /** First of 18 internal ports in a row. */
  readonly firstPort: number;
  /** Whether test mode is on: the clock can be moved. */
  readonly test?: boolean;
  /** More environment, by process name. */
  readonly extra?: Readonly<Record<string, Environment>>;
}

/** All of Filemill on one machine: Postgres, Redis, the services and the workers. */
export class Stack {
  readonly data: string;
  readonly ports: Ports;
  /** Public address. */
  readonly url: string;
  readonly children: Child[] = [];
  /** Notes to print once it runs, such as where mail goes. */
  lines: readonly string[] = [];
  readonly #options: StackOptions;

  constructor(options: StackOptions) {
    const { data, publicPort, firstPort } = options;
    this.data = data;
    this.ports = portsOf(publicPort, firstPort);
    this.url = process.env.PUBLIC_URL ?? `http://localhost:${publicPort}`;
    this.#options = options;
  }

  /** Starts everything. @throws {Problem} if a port is taken, the disk is full or a process does not become ready */
  async start(): Promise<void> {
    const { data, ports } = this;
    const { test = false, extra = {} } = this.#options;
    mkdirSync(data, { recursive: true });
    await this.#checkDisk();
    await this.#checkPorts();
    const secrets = loadSecrets(data);
    const common = { data, ports, secrets, logFolder: `${data}/logs`, test, publicUrl: this.url };

    await step('Starting Postgres and Redis', async () => {
      await initPostgres(common);
      this.#launch(postgresProcess(common));
      this.#launch(redisProcess(common));
      await Promise.all([waitForPort('postgres', ports.postgres), waitForPort('redis', ports.redis)]);
    });
    await step('Migrating', () => migrate(common));
    await step('Starting services and workers', async () => {
      const { processes, lines } = processesOf({ ...common, extra });
      this.lines = lines;
      for (const process of processes) {
        const { name, script, env } = process;
        this.#launch(
          new Child({
            name,
            program: NODE,
            args: [...NODE_FLAGS, script],
            env,
            cwd: ROOT,
            logFolder: common.logFolder,
            ...('opsPort' in process && { livenessUrl: `http://127.0.0.1:${process.opsPort}/healthz` }),
            onChange: () => this.#writeState(),
          }),
        );
      }
      await Promise.all(
        processes.map((process) =>
          'opsPort' in process
            ? this.#waitUntilReady(process.name, process.opsPort)
            : waitForPort(process.name, process.port),
        ),
      );
    });
  }

  /** Whether processes that hang are killed and restarted; true from the start. */
  set isWatched(isWatched: boolean) {
    for (const child of this.children) child.isWatched = isWatched;
  }

  /** Ends everything, the databases last. */
  async stop(): Promise<void> {
    const databases = this.children.filter(({ name }) => name === 'postgres' || name === 'redis');
    await Promise.all(
      this.children.filter((child) => !databases.includes(child)).map((child) => child.stop()),
    );
    await Promise.all(databases.map((child) => child.stop()));
  }

  #launch(child: Child): void {
    this.children.push(child);
    child.start();
  }

  /** For tests that kill a process or move the clock: pid and ports of each process. */
  #writeState(): void {
    const pids = Object.fromEntries(this.children.map(({ name, pid }) => [name, pid]));
    writeFileSync(`${this.data}/state.json`, JSON.stringify({ url: this.url, ports: this.ports, pids }));
  }

  async #checkDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.data);
    if (bavail * bsize >= FREE_BYTES_NEEDED) return;
    throw new Problem(`The disk of ${this.data} is nearly full: Filemill needs 1 GB free to start.`);
  }

  async #checkPorts(): Promise<void> {
    for (const [name, port] of Object.entries(this.ports)) {
      if (!(await listens(port))) continue;
      const variable = name === 'gateway' ? 'PORT' : 'INTERNAL_PORT';
      throw new Problem(
        `Port ${port} (${name}) is taken by another program: end it, or start with ${variable}=<another>.`,
      );
    }
  }

  async #waitUntilReady(name: string, opsPort: number): Promise<void> {
    const end = Date.now() + READY_MS;
    while (Date.now() < end) {
      const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        (response) => response.ok,
        () => false, // does not listen yet
      );
      if (ready) return;
      await sleep(50);
    }
    throw new Problem(
      `${name} did not become ready within ${READY_MS / 1000} s; see ${this.data}/logs/${name}.log.`,
    );
  }
}

/** Keeps a stack running until Ctrl-C or SIGTERM, then ends all of it. */
export async function serve(stack: Stack): Promise<void> {
  const stopped = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });
  const failed = stack.start().then(
    () => {
      say('Ready');
      const notes = stack.lines.map((line) => `  ${line}\n`).join('');
      console.log(`\n  ${stack.url}\n\n${notes}  Logs: ${stack.data}/logs   Stop: Ctrl-C\n`);
      return stopped;
    },
    (error: unknown) => error,
  );
  const end = await Promise.race([failed, stopped]);
  if (typeof end === 'string') say('Stopping');
  await stack.stop();
  if (typeof end !== 'string') throw end;
}
