import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createServiceClient, type ServiceClient, ServiceTokens, type usage } from '@filemill/contracts';
import { freePort } from '@filemill/platform/testing';
import { USAGE_CONFIG, type UsageConfig } from '../src/config.js';
import type { Rig } from './rig.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The built service in its own process on a rig's Postgres and Redis, to be killed. */
export class UsageProcess {
  private process!: ChildProcess;
  client!: ServiceClient<usage.UsageService>;

  private constructor(
    private readonly config: UsageConfig,
    private readonly port: number,
  ) {}

  static async start(rig: Rig): Promise<UsageProcess> {
    const started = new UsageProcess(rig.app.get<UsageConfig>(USAGE_CONFIG), await freePort());
    await started.startAgain();
    return started;
  }

  /** Unchanged after each start. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const opsPort = await freePort();
    const { DATABASE_URL, REDIS_URL, STORE_URL, SERVICE_TOKEN_SECRET, WORKER_TOKEN_SECRET } = this.config;
    this.process = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, MAIN], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'error',
        GRPC_PORT: `${this.port}`,
        OPS_PORT: `${opsPort}`,
        DATABASE_URL,
        REDIS_URL,
        STORE_URL: String(STORE_URL),
        SERVICE_TOKEN_SECRET: SERVICE_TOKEN_SECRET.join(),
        WORKER_TOKEN_SECRET: WORKER_TOKEN_SECRET.join(),
      },
    });
    const tokens = new ServiceTokens(SERVICE_TOKEN_SECRET, 'gateway');
    this.client = createServiceClient('usage', this.address, tokens);
    await this.client.waitUntilReady(20_000);
  }

  /** Kills the process at once. */
  async kill(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
    this.client.close();
  }
}
