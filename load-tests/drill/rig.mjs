import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@filemill/platform/testing';
import { createStore } from '@filemill/storage';
import { TestS3 } from '@filemill/storage/testing';
import { databaseUrl } from '../../deploy/local/processes.mjs';
import { DATABASES, loadSecrets } from '../../deploy/local/secrets.mjs';
import { Stack } from '../../deploy/local/stack.mjs';
import { descendantsOf } from './process-tree.mjs';
import { S3Proxy } from './s3-proxy.mjs';
import { TcpProxy } from './tcp-proxy.mjs';

const exec = promisify(execFile);
/** Large enough for the ten thousand rows of a flood. */
const LARGEST_ANSWER_BYTES = 64 * 1_048_576;

export const WORKERS = ['worker-image', 'worker-media', 'worker-document'];
export const PARTS = ['accounts', 'billing', 'usage', 'admin', 'gateway', ...WORKERS];
const STORE_USERS = ['usage', 'gateway', ...WORKERS];
/** Business clocks are read again after 100 ms. */
const CLOCK_TAKES_MS = 300;

/**
 * A whole Filemill whose parts reach Redis, Postgres, the store and the workers' usage service through proxies with
 * switches, and whose clocks can be moved one by one.
 */
export class Rig {
  /** One for all services, and one for each worker. @type {Record<string, TcpProxy>} */
  redis = {};
  /** By service. @type {Record<string, TcpProxy>} */
  postgres = {};
  /** By worker: its way to the ledger. @type {Record<string, TcpProxy>} */
  ledger = {};
  /** Set only with an S3 store. @type {S3Proxy | undefined} */
  s3;
  /** Where the debugger of a process would listen. */
  inspectPorts = {};
  #server;

  /** @param {{ data: string, publicPort: number, firstPort: number, store: 'folder' | 's3' }} options */
  static async start(options) {
    const rig = new Rig();
    try {
      await rig.#start(options);
      return rig;
    } catch (error) {
      await rig.stop();
      throw error;
    }
  }

  async #start({ data, publicPort, firstPort, store }) {
    rmSync(data, { recursive: true, force: true });
    this.secrets = loadSecrets(data);
    const extra = Object.fromEntries(
      PARTS.map((name) => [name, { CLOCK_OFFSET_FILE: `${data}/clock-${name}` }]),
    );
    this.stack = new Stack({ data, publicPort, firstPort, test: true, extra });
    const { ports } = this.stack;
    await this.#openStore(extra, store);
    const redisUrl = ({ port }) => `redis://:${this.secrets.redis}@127.0.0.1:${port}`;
    this.redis.services = await TcpProxy.listen(ports.redis);
    for (const name of ['accounts', 'usage', 'admin', 'gateway'])
      extra[name].REDIS_URL = redisUrl(this.redis.services);
    for (const name of DATABASES) {
      this.postgres[name] = await TcpProxy.listen(ports.postgres);
      const through = { ...ports, postgres: this.postgres[name].port };
      extra[name].DATABASE_URL = databaseUrl(name, through, this.secrets);
    }
    for (const name of WORKERS) {
      this.redis[name] = await TcpProxy.listen(ports.redis);
      this.ledger[name] = await TcpProxy.listen(ports.usage);
      this.inspectPorts[name] = await freePort();
      extra[name].REDIS_URL = redisUrl(this.redis[name]);
      extra[name].USAGE_ADDRESS = `127.0.0.1:${this.ledger[name].port}`;
      const port = this.inspectPorts[name];
      extra[name].NODE_OPTIONS = `--v8-pool-size=1 --max-semi-space-size=4 --inspect-port=127.0.0.1:${port}`;
    }
    await this.stack.start();
  }

  /** `store`: direct access to the objects, without a proxy. */
  async #openStore(extra, kind) {
    const { data } = this.stack;
    if (kind === 'folder') {
      this.storeFolder = `${data}/store`;
      this.store = await createStore({ STORE_URL: `file://${data}/store`, STORE_MAX_USED_PERCENT: 100 });
      return;
    }
    this.#server = await TestS3.start();
    Object.assign(process.env, this.#server.credentials);
    this.store = await createStore({ STORE_URL: this.#server.storeUrl, STORE_MAX_USED_PERCENT: 100 });
    const target = new URL(new URL(this.#server.storeUrl).searchParams.get('endpoint'));
    this.s3 = await S3Proxy.listen(Number(target.port));
    const url = this.#server.storeUrl.replace(
      encodeURIComponent(target.origin),
      encodeURIComponent(`http://127.0.0.1:${this.s3.port}`),
    );
    for (const name of STORE_USERS) Object.assign(extra[name], this.#server.credentials, { STORE_URL: url });
  }

  get url() {
    return this.stack.url;
  }

  get data() {
    return this.stack.data;
  }

  /** @returns the supervised process of that name */
  child(name) {
    return this.stack.children.find((child) => child.name === name);
  }

  /** @returns process ids of all supervised processes of this stack */
  pids() {
    return this.stack.children.filter(({ alive }) => alive).map(({ pid }) => pid);
  }

  /** Kills a process; its supervisor starts it again. @returns the processes that it had started */
  kill(name) {
    const { pid } = this.child(name);
    const family = descendantsOf(pid);
    process.kill(pid, 'SIGKILL');
    return family;
  }

  /** Rows of columns, past all services. */
  async sql(query) {
    const { stdout } = await exec('/usr/bin/psql', [...this.psqlArgs(), '-qAtc', query], {
      maxBuffer: LARGEST_ANSWER_BYTES,
    });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('|'));
  }

  /** Reaches the database as its owner. */
  psqlArgs() {
    const { data, ports } = this.stack;
    return ['-h', `${data}/run`, '-p', String(ports.postgres), '-U', 'filemill_owner', '-d', 'filemill'];
  }

  /** One command to Redis. @returns its answer as text */
  async redisCli(...words) {
    return this.redisCliAt(this.stack.ports.redis, ...words);
  }

  async redisCliAt(port, ...words) {
    const env = { REDISCLI_AUTH: this.secrets.redis };
    const { stdout } = await exec('/usr/bin/redis-cli', ['-p', String(port), ...words], { env });
    return stdout.trim();
  }

  /** Shifts the business time of some processes, or of all. */
  async moveClock(offsetMs, names = PARTS) {
    for (const name of names) writeFileSync(`${this.data}/clock-${name}`, String(offsetMs));
    await sleep(CLOCK_TAKES_MS);
  }

  isReady(name) {
    return fetch(`http://127.0.0.1:${this.stack.ports[`ops-${name}`]}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }

  /** One machine has one gateway: until it has restarted, nothing can answer. */
  async untilAnswers() {
    for (let tries = 0; tries < 300; tries++, await sleep(100)) {
      const answers = await fetch(`${this.url}/api/formats`).then(
        () => true,
        () => false,
      );
      if (answers) return;
    }
  }

  /** The value of a metric of a process, 0 if it is absent. */
  async metric(name, metric) {
    const text = await (await fetch(`http://127.0.0.1:${this.stack.ports[`ops-${name}`]}/metrics`)).text();
    return Number(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  }

  log(name) {
    return readFileSync(`${this.data}/logs/${name}.log`, 'utf8');
  }

  /** Switches all faults off. */
  heal() {
    for (const proxies of [this.redis, this.postgres, this.ledger])
      for (const proxy of Object.values(proxies)) proxy.heal();
    this.s3?.heal();
  }

  async stop() {
    await this.stack?.stop();
    for (const proxies of [this.redis, this.postgres, this.ledger])
      for (const proxy of Object.values(proxies)) proxy.close();
    this.s3?.close();
    await this.#server?.stop();
  }
}
