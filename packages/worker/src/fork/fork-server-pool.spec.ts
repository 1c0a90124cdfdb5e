import { createLogger } from '@filemill/platform';
import { describe, expect, it } from '@jest/globals';
import type { EngineContext } from '../engines/engine.js';
import { ForkServerPool } from './fork-server-pool.js';
import type { ForkServer } from './jailed-server.js';

class FakeServer implements ForkServer {
  lost = false;
  confines = true;
  closed = 0;
  private readonly left = Promise.withResolvers<void>();
  readonly gone = this.left.promise;

  die(): void {
    this.lost = true;
    this.left.resolve();
  }

  async close(): Promise<void> {
    this.closed += 1;
    this.die();
  }
}

/** Starts servers at once, or when the test lets them. */
class Starter {
  readonly started: FakeServer[] = [];
  /** What the next start waits for. */
  gate: Promise<void> = Promise.resolve();
  starts = 0;

  readonly start = async (): Promise<FakeServer> => {
    this.starts += 1;
    await this.gate;
    const server = new FakeServer();
    this.started.push(server);
    return server;
  };
}

const contextOf = (slots: number): EngineContext =>
  ({ slots, logger: createLogger('test', 'silent') }) as unknown as EngineContext;

/** Resolves after all pending promise callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ForkServerPool', () => {
  it('replaces a server after its number of jobs, and uses it until the next one is ready', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(1), starter.start, 3);
    const boot = Promise.withResolvers<void>();
    starter.gate = boot.promise;
    const used: FakeServer[] = [];
    const job = () => pool.use('owner', async (server) => void used.push(server));
    for (let jobs = 0; jobs < 5; jobs++) await job();
    await settled();
    expect(starter.starts).toBe(2);
    expect(new Set(used)).toEqual(new Set([starter.started[0]]));
    boot.resolve();
    await settled();
    expect(starter.started[0]?.closed).toBe(1);
    await job();
    expect(used.at(-1)).toBe(starter.started[1]);
    await pool.close();
    expect(starter.started.map(({ closed }) => closed > 0)).toEqual([true, true]);
  });

  it('lets the running job end on the server that is being replaced', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(1), starter.start, 1);
    const boot = Promise.withResolvers<void>();
    starter.gate = boot.promise;
    await pool.use('owner', async () => undefined);
    const work = Promise.withResolvers<void>();
    const running = pool.use('owner', async (server) => {
      await work.promise;
      expect([server, server.closed]).toEqual([starter.started[0], 0]);
    });
    await settled();
    boot.resolve();
    await settled();
    expect(starter.started).toHaveLength(2);
    work.resolve();
    await running;
    await settled();
    expect(starter.started.slice(0, 2).map(({ closed }) => closed)).toEqual([1, 0]);
    await pool.close();
  });

  it('replaces one server at a time', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(2), starter.start, 1);
    const boot = Promise.withResolvers<void>();
    starter.gate = boot.promise;
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const job = () =>
      pool.use('owner', async () => {
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
      });
    await Promise.all([job(), job()]);
    await settled();
    expect(starter.starts).toBe(3);
    boot.resolve();
    await settled();
    await settled();
    expect(starter.starts).toBe(4);
    expect(starter.started.map(({ closed }) => closed)).toEqual([1, 1, 0, 0]);
    await pool.close();
  });

  it('keeps the server when the next one does not start, and starts none after the pool is closed', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(1), starter.start, 1);
    starter.gate = Promise.reject(new Error('no memory'));
    await pool.use('owner', async () => undefined);
    await settled();
    const [first] = starter.started;
    expect([first?.closed, starter.starts]).toEqual([0, 2]);
    starter.gate = Promise.resolve();
    await pool.use('owner', async (server) => expect(server).toBe(first));
    await settled();
    expect(first?.closed).toBe(1);
    await pool.close();
    await settled();
    expect(starter.started.map(({ lost }) => lost)).toEqual([true, true]);
    expect(starter.starts).toBe(3);
  });

  it('replaces a server that cannot be closed', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(1), starter.start);
    const [first] = starter.started;
    if (!first) throw new Error('no server was started');
    first.close = () => Promise.reject(new Error('EMFILE: too many open files'));
    first.die();
    await settled();
    const used = await pool.use('owner', async (server) => server);
    expect(used).toBe(starter.started[1]);
    await pool.close();
  });

  it('replaces a server that dies once, and closes the spare that was starting', async () => {
    const starter = new Starter();
    const pool = await ForkServerPool.start(contextOf(1), starter.start, 2);
    const boot = Promise.withResolvers<void>();
    starter.gate = boot.promise;
    for (let jobs = 0; jobs < 2; jobs++) await pool.use('owner', async () => undefined);
    await settled();
    starter.started[0]?.die();
    await settled();
    boot.resolve();
    await settled();
    const used = await pool.use('owner', async (server) => server);
    expect(used.lost).toBe(false);
    const alive = starter.started.filter(({ lost }) => !lost);
    expect(alive).toEqual([used]);
    await pool.close();
  });
});
