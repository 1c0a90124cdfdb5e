import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@filemill/platform/testing';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const START_MS = 20_000;

/** The built gateway in a process of its own. */
export class GatewayProcess {
  /** Its log. */
  output = '';

  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
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
    const ports = { PORT: String(port), OPS_PORT: String(await freePort()) };
    const process = spawn(globalThis.process.execPath, [MAIN], { env: { ...env, ...ports } });
    const gateway = new GatewayProcess(process, `http://127.0.0.1:${port}`);
    const giveUpAt = Date.now() + START_MS;
    while (!gateway.output.includes('"started"')) {
      if (Date.now() > giveUpAt || process.exitCode !== null) throw new Error(`no start: ${gateway.output}`);
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
