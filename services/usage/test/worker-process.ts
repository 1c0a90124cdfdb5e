import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@filemill/platform/testing';
import { USAGE_CONFIG, type UsageConfig } from '../src/config.js';
import type { Rig } from './rig.js';

const MAIN = fileURLToPath(new URL('../../worker-image/dist/main.js', import.meta.url));
const START_MS = 20_000;

/** The built image worker in its own process on a rig's Redis and store, to be killed. */
export class WorkerProcess {
  private process!: ChildProcess;

  private constructor(
    private readonly config: UsageConfig,
    private readonly usageAddress: string,
    private readonly folder: string,
  ) {}

  static async start(rig: Rig, usageAddress: string): Promise<WorkerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'filemill-worker-'));
    const started = new WorkerProcess(rig.app.get<UsageConfig>(USAGE_CONFIG), usageAddress, folder);
    await started.startAgain();
    return started;
  }

  async startAgain(): Promise<void> {
    const opsPort = await freePort();
    const { REDIS_URL, STORE_URL, WORKER_TOKEN_SECRET } = this.config;
    this.process = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, MAIN], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...{ PATH: process.env.PATH, LOG_LEVEL: 'fatal', OPS_PORT: `${opsPort}`, SLOTS_IMAGE: '2' },
        // More than this machine may have: the pictures of the test need little memory.
        MEMORY_BYTES: `${64 * 1024 ** 3}`,
        ...{ REDIS_URL, STORE_URL: String(STORE_URL), USAGE_ADDRESS: this.usageAddress },
        WORKER_TOKEN_SECRET: WORKER_TOKEN_SECRET.join(),
        ...{ WORK_DIR: this.folder, WORK_MAX_USED_PERCENT: '100', STORE_MAX_USED_PERCENT: '100' },
      },
    });
    const giveUpAt = Date.now() + START_MS;
    const isReady = () =>
      fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (Date.now() > giveUpAt) throw new Error('the worker does not start');
      await sleep(50);
    }
  }

  /** Kills the process and its engines at once. */
  async kill(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
