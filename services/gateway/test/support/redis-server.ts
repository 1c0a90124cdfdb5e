import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@filemill/platform/testing';
import { Redis } from 'ioredis';

/** A real Redis for one test file, without persistence. */
export class RedisServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<RedisServer> {
    const port = await freePort();
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const process = spawn('redis-server', options, { stdio: 'ignore' });
    const server = new RedisServer(process, `redis://127.0.0.1:${port}`);
    const probe = server.connect();
    await probe.ping();
    probe.disconnect();
    return server;
  }

  connect(): Redis {
    return new Redis(this.url, { maxRetriesPerRequest: null });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}
