import { mkdirSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { initPostgres, listens, migrate, postgres, redis, waitForPort } from './databases.mjs';
import { ROOT } from './paths.mjs';
import { portsOf, processesOf } from './processes.mjs';
import { Problem, say, step } from './report.mjs';
import { loadSecrets } from './secrets.mjs';
import { Child } from './supervisor.mjs';
import { NODE } from './toolchain.mjs';

/**
 * Measured: V8 lets a small heap grow by a tenth between full collections, one for each photo that passes the gateway,
 * at 30 to 50 ms; twice the size makes them rare.
 */
const NODE_FLAGS = ['--enable-source-maps', '--heap-growing-percent=100'];

const READY_MS = 60_000;
const FREE_BYTES_NEEDED = 1024 ** 3;

/** All of Filemill on one machine: Postgres, Redis, the services and the workers. */
export class Stack {
  /**
   * @param {{ data: string, publicPort: number, firstPort: number, test?: boolean, extra?: object }} options
   *   `data`: folder for everything that is kept; `extra`: more environment by process name
   */
  constructor({ data, publicPort, firstPort, test = false, extra = {} }) {
    this.data = data;
    this.ports = portsOf(publicPort, firstPort);
    this.url = process.env.PUBLIC_URL ?? `http://localhost:${publicPort}`;
    this.test = test;
    this.extra = extra;
    this.children = [];
    /** What the person at the keyboard should know once it runs. */
    this.lines = [];
  }

  async start() {
    const { data, ports } = this;
    mkdirSync(data, { recursive: true });
    await this.#checkDisk();
    await this.#checkPorts();
    const secrets = loadSecrets(data);
    const common = { data, ports, secrets, logFolder: `${data}/logs`, test: this.test, publicUrl: this.url };

    await step('Starting Postgres and Redis', async () => {
      await initPostgres(common);
      this.#launch(postgres(common));
      this.#launch(redis(common));
      await Promise.all([waitForPort('postgres', ports.postgres), waitForPort('redis', ports.redis)]);
    });
    await step('Migrating', () => migrate(common));
    await step('Starting services and workers', async () => {
      const { processes, lines } = processesOf({ ...common, extra: this.extra });
      this.lines = lines;
      for (const { name, script, env, opsPort } of processes) {
        this.#launch(
          new Child({
            name,
            program: NODE,
            args: [...NODE_FLAGS, script],
            env,
            cwd: ROOT,
            logFolder: common.logFolder,
            livenessUrl: opsPort && `http://127.0.0.1:${opsPort}/healthz`,
            onChange: () => this.#writeState(),
          }),
        );
      }
      await Promise.all(
        processes.map(({ name, opsPort, port }) =>
          opsPort ? this.#waitUntilReady(name, opsPort) : waitForPort(name, port),
        ),
      );
    });
  }

  /** Whether processes that hang are ended and started again; so from the start. */
  set isWatched(isWatched) {
    for (const child of this.children) child.isWatched = isWatched;
  }

  /** Ends everything: the edge first, then workers and services, the databases last. */
  async stop() {
    const databases = this.children.filter(({ name }) => name === 'postgres' || name === 'redis');
    await Promise.all(
      this.children.filter((child) => !databases.includes(child)).map((child) => child.stop()),
    );
    await Promise.all(databases.map((child) => child.stop()));
  }

  #launch(child) {
    this.children.push(child);
    child.start();
  }

  /** For tests that kill a process or move the clock: pid and ports of each process. */
  #writeState() {
    const pids = Object.fromEntries(this.children.map(({ name, pid }) => [name, pid]));
    writeFileSync(`${this.data}/state.json`, JSON.stringify({ url: this.url, ports: this.ports, pids }));
  }

  async #checkDisk() {
    const { bavail, bsize } = await statfs(this.data);
    if (bavail * bsize >= FREE_BYTES_NEEDED) return;
    throw new Problem(`The disk of ${this.data} is nearly full: Filemill needs 1 GB free to start.`);
  }

  async #checkPorts() {
    for (const [name, port] of Object.entries(this.ports)) {
      if (!(await listens(port))) continue;
      const variable = name === 'gateway' ? 'PORT' : 'INTERNAL_PORT';
      throw new Problem(
        `Port ${port} (${name}) is taken by another program: end it, or start with ${variable}=<another>.`,
      );
    }
  }

  async #waitUntilReady(name, opsPort) {
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
export async function serve(stack) {
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });
  const failed = stack.start().then(
    () => {
      say('Ready');
      const notes = stack.lines.map((line) => `  ${line}\n`).join('');
      console.log(`\n  ${stack.url}\n\n${notes}  Logs: ${stack.data}/logs   Stop: Ctrl-C\n`);
      return stopped;
    },
    (error) => error,
  );
  const end = await Promise.race([failed, stopped]);
  if (typeof end === 'string') say('Stopping');
  await stack.stop();
  if (typeof end !== 'string') throw end;
}
