import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, loadSecrets, type Secrets, Stack, secretOf } from '@filemill/local-stack';
import type { ObjectStore } from '@filemill/storage';
import type { TestS3 } from '@filemill/storage/testing';
import { metricOf, type Process } from '../../shared/processes.ts';
import { descendantsOf } from './process-tree.ts';
import {
  type Environments,
  type OpenedStore,
  openProxies,
  openStore,
  PARTS,
  type PartName,
  type Proxies,
  type StoreKind,
  valueOfEach,
} from './rig-parts.ts';
import type { S3Proxy } from './s3-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';

const exec = promisify(execFile);
/** Large enough for the ten thousand rows of a flood. */
const LARGEST_ANSWER_BYTES = 64 * 1_048_576;

/** Where a rig keeps its data and listens, and which store it uses. */
export interface RigOptions {
  readonly data: string;
  readonly publicPort: number;
  readonly firstPort: number;
  readonly store: StoreKind;
}

/** What a rig consists of. */
interface RigParts extends OpenedStore {
  readonly stack: Stack;
  readonly secrets: Secrets;
  readonly proxies: Proxies;
}

/** Business clocks are read again after 100 ms. */
const CLOCK_TAKES_MS = 300;

/**
 * A whole Filemill whose parts reach Redis, Postgres, the store and the workers' usage service through proxies with
 * switches, and whose clocks can be moved one by one.
 */
export class Rig {
  readonly stack: Stack;
  readonly secrets: Secrets;
  /** Access to the objects without a proxy. */
  readonly store: ObjectStore;
  /** Folder of the store; undefined with S3. */
  readonly storeFolder: string | undefined;
  /** Only with an S3 store. */
  readonly s3: S3Proxy | undefined;
  readonly redis: Proxies['redis'];
  readonly postgres: Proxies['postgres'];
  readonly ledger: Proxies['ledger'];
  readonly inspectPorts: Proxies['inspectPorts'];
  readonly #server: TestS3 | undefined;

  private constructor(parts: RigParts) {
    this.stack = parts.stack;
    this.secrets = parts.secrets;
    this.store = parts.store;
    this.storeFolder = parts.storeFolder;
    this.s3 = parts.s3;
    this.#server = parts.server;
    this.redis = parts.proxies.redis;
    this.postgres = parts.proxies.postgres;
    this.ledger = parts.proxies.ledger;
    this.inspectPorts = parts.proxies.inspectPorts;
  }

  /** Starts everything. */
  static async start({ data, publicPort, firstPort, store }: RigOptions): Promise<Rig> {
    rmSync(data, { recursive: true, force: true });
    const secrets = loadSecrets(data);
    const extra: Environments = await valueOfEach(PARTS, async (name) => ({
      CLOCK_OFFSET_FILE: `${data}/clock-${name}`,
    }));
    const stack = new Stack({ data, publicPort, firstPort, test: true, extra });
    const opened = await openStore(store, data, extra);
    const proxies = await openProxies(stack, secrets, extra);
    const rig = new Rig({ stack, secrets, proxies, ...opened });
    try {
      await stack.start();
      return rig;
    } catch (error) {
      await rig.stop();
      throw error;
    }
  }

  get url(): string {
    return this.stack.url;
  }

  get data(): string {
    return this.stack.data;
  }

  /** @returns the supervised process of that name */
  child(name: PartName | 'postgres' | 'redis' | 'mail'): Child {
    const child = this.stack.children.find((child) => child.name === name);
    if (!child) throw new Error(`there is no process ${name}`);
    return child;
  }

  /** @returns process id of a supervised process that has been started */
  pidOf(name: Parameters<Rig['child']>[0]): number {
    const { pid } = this.child(name);
    if (pid === undefined) throw new Error(`${name} has not been started`);
    return pid;
  }

  /** @returns process ids of all supervised processes of this stack */
  pids(): number[] {
    return this.stack.children.flatMap(({ alive, pid }) => (alive && pid !== undefined ? [pid] : []));
  }

  /** Kills a process; its supervisor starts it again. @returns the processes that it had started */
  kill(name: PartName): Process[] {
    const pid = this.pidOf(name);
    const family = descendantsOf(pid);
    process.kill(pid, 'SIGKILL');
    return family;
  }

  /** Runs a query as the owner of the database. @returns rows of columns, as text */
  async sql(query: string): Promise<string[][]> {
    const { stdout } = await exec('/usr/bin/psql', [...this.psqlArgs(), '-qAtc', query], {
      maxBuffer: LARGEST_ANSWER_BYTES,
    });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('|'));
  }

  /** @returns the only row of a query @throws {Error} if there is none */
  async row(query: string): Promise<string[]> {
    const [row] = await this.sql(query);
    if (!row) throw new Error(`no row: ${query}`);
    return row;
  }

  /** How often usage gave out attempts of a conversion, as its row counts them. */
  async triesOf(conversionId: string): Promise<string | undefined> {
    return (await this.row(`SELECT tries FROM usage.conversions WHERE id = '${conversionId}'`))[0];
  }

  /** Reaches the database as its owner. */
  psqlArgs(): string[] {
    const { data, ports } = this.stack;
    return ['-h', `${data}/run`, '-p', String(ports.postgres), '-U', 'filemill_owner', '-d', 'filemill'];
  }

  /** One command to Redis. @returns its answer as text */
  redisCli(...words: string[]): Promise<string> {
    return this.redisCliAt(this.stack.ports.redis, ...words);
  }

  /** One command to the Redis on another port. */
  async redisCliAt(port: number, ...words: string[]): Promise<string> {
    const env = { REDISCLI_AUTH: secretOf(this.secrets, 'redis') };
    const { stdout } = await exec('/usr/bin/redis-cli', ['-p', String(port), ...words], { env });
    return stdout.trim();
  }

  /** Shifts the business time of some processes, or of all. */
  async moveClock(offsetMs: number, names: readonly PartName[] = PARTS): Promise<void> {
    for (const name of names) writeFileSync(`${this.data}/clock-${name}`, String(offsetMs));
    await sleep(CLOCK_TAKES_MS);
  }

  isReady(name: PartName): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.stack.ports[`ops-${name}`]}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }

  /** One machine has one gateway: until it has restarted, nothing can answer. */
  async untilAnswers(): Promise<void> {
    for (let tries = 0; tries < 300; tries++, await sleep(100)) {
      const answers = await fetch(`${this.url}/api/formats`).then(
        () => true,
        () => false,
      );
      if (answers) return;
    }
  }

  /** The value of a metric of a process, 0 if it is absent. */
  async metric(name: PartName, pattern: string): Promise<number> {
    return (await metricOf(this.stack.ports[`ops-${name}`], pattern)) ?? 0;
  }

  /** Switches all faults off. */
  heal(): void {
    for (const proxy of this.#tcpProxies()) proxy.heal();
    this.s3?.heal();
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    for (const proxy of this.#tcpProxies()) proxy.close();
    this.s3?.close();
    await this.#server?.stop();
  }

  #tcpProxies(): TcpProxy[] {
    return [this.redis, this.postgres, this.ledger].flatMap((proxies) => Object.values<TcpProxy>(proxies));
  }
}
