import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@filemill/platform/testing';
import { Redis } from 'ioredis';

/** A Redis server for one test file, on a random loopback port, that keeps nothing on disk. */
export class TestRedis {
  private constructor(
    private readonly port: number,
    private server: ChildProcess,
  ) {}

  static async start(): Promise<TestRedis> {
    const port = await freePort();
    const redis = new TestRedis(port, launch(port));
    await redis.untilReady();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Ends the server at once, as a crash would; `startAgain` finds it empty. */
  async stop(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exited;
  }

  async startAgain(): Promise<void> {
    this.server = launch(this.port);
    await this.untilReady();
  }

  /** The server stays connected and answers nothing. */
  freeze(): void {
    this.server.kill('SIGSTOP');
  }

  thaw(): void {
    this.server.kill('SIGCONT');
  }

  private async untilReady(): Promise<void> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined); // it is not up yet: the loop retries
    for (let tries = 0; ; tries++) {
      try {
        await redis.connect();
        await redis.ping();
        redis.disconnect();
        return;
      } catch (error) {
        if (tries === 200) throw new Error('The test Redis did not start.', { cause: error });
        await sleep(25);
      }
    }
  }
}

/** setpriv (util-linux) lets the server end with a test process that is killed. */
const launch = (port: number): ChildProcess =>
  spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'redis-server', '--port', `${port}`, '--bind', '127.0.0.1', '--save', ''],
    { stdio: 'ignore' },
  );
