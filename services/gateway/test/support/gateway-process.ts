import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@filemill/platform/testing';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** For a busy machine; a process that ends is noticed at once. */
const START_MS = 120_000;
/** Variables that every gateway needs and few tests set. */
const DEFAULTS = {
  PATH: process.env.PATH ?? '',
  STORE_URL: 'file:///tmp',
  STORE_MAX_USED_PERCENT: '100',
  DOWNLOAD_TOKEN_SECRET: 'd'.repeat(32),
  WEB_ROOT: '/nowhere',
};

/** The built gateway in a process of its own. */
export class GatewayProcess {
  /** Its log. */
  output = '';

  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
    /** Address of /healthz, /readyz and /metrics. */
    readonly opsUrl: string,
  ) {
    process.stdout?.on('data', (text: Buffer) => {
      this.output += text.toString();
    });
    process.stderr?.on('data', (text: Buffer) => {
      this.output += text.toString();
    });
  }

  /**
   * Waits until the gateway serves.
   *
   * @param env - variables in addition to its ports and the defaults
   * @param nodeArgs - for Node itself
   */
  static async start(env: Record<string, string>, nodeArgs: readonly string[] = []): Promise<GatewayProcess> {
    const port = await freePort();
    const opsPort = await freePort();
    const ports = { PORT: String(port), OPS_PORT: String(opsPort) };
    const process = spawn(globalThis.process.execPath, [...nodeArgs, MAIN], {
      env: { ...DEFAULTS, ...env, ...ports },
    });
    const gateway = new GatewayProcess(process, `http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`);
    const giveUpAt = Date.now() + START_MS;
    while (!gateway.output.includes('"started"')) {
      if (Date.now() > giveUpAt || process.exitCode !== null) {
        process.kill('SIGKILL');
        throw new Error(`no start: ${gateway.output}`);
      }
      await sleep(50);
    }
    return gateway;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }

  /** Sends SIGTERM. @returns its exit code and signal after it has ended */
  async terminate(): Promise<unknown[]> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    return exited;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}
