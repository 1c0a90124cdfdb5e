import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@filemill/platform/testing';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Of a busy machine; a process that ends is noticed at once. */
const START_MS = 120_000;

/** The built gateway in a process of its own. */
export class GatewayProcess {
  /** Its log. */
  output = '';

  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
    /** Of /healthz, /readyz and /metrics. */
    readonly opsUrl: string,
  ) {
    process.stdout?.on('data', (text: Buffer) => {
      this.output += text.toString();
    });
    process.stderr?.on('data', (text: Buffer) => {
      this.output += text.toString();
    });
  }

  /** Resolves once it serves. @param env - beside its ports */
  static async start(env: Record<string, string>): Promise<GatewayProcess> {
    const port = await freePort();
    const opsPort = await freePort();
    const ports = { PORT: String(port), OPS_PORT: String(opsPort) };
    const process = spawn(globalThis.process.execPath, [MAIN], { env: { ...env, ...ports } });
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

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }

  async stop(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}
