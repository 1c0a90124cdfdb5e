import { readFileSync, readlinkSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { headerLimits, ReadingThreads, registry } from '@filemill/formats';
import { createLogger, systemClock } from '@filemill/platform';
import { eventually } from '@filemill/platform/testing';
import {
  createJail,
  type Engine,
  type EngineContext,
  findProgram,
  type JailedProcess,
  type Step,
} from '@filemill/worker';
import { countSeccompFilters, openForWriting, processTree } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/engines/sharp.engine.js';
import { picture } from './fixtures.js';

const SLOTS = 1;

let folder: string;
let engine: Engine;
/** In the order of their start. */
const started: JailedProcess[] = [];
let steps = 0;

const reading = new ReadingThreads(headerLimits(1));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  await picture().png().toFile(join(folder, 'small.png'));
  // Noise, which an AVIF encoder needs seconds for.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  for (const [name, width, height] of [
    ['large.png', 4_000, 3_000],
    ['medium.png', 1_200, 900],
  ] as const) {
    const noisy = sharp({ create: { width, height, channels: 3, background: '#000', noise } });
    await noisy.png({ compressionLevel: 0 }).toFile(join(folder, name));
  }
  const jail = createJail();
  const context: EngineContext = {
    reading,
    logger: createLogger('test', 'silent'),
    clock: systemClock,
    slots: SLOTS,
    standsBy: true,
    program: findProgram,
    run: jail.run,
    spawn: (request) => {
      const process = jail.spawn(request);
      started.push(process);
      return process;
    },
    standby: jail.standby,
    scratch: (name) => mkdtemp(join(folder, `scratch-${name}-`)),
  };
  engine = await createEngine(context);
});
afterAll(async () => {
  await engine.close?.();
  await reading.close();
  await rm(folder, { recursive: true });
});

async function stepOf(ownerKey: string, to: string, file = 'small.png', wallMs = 60_000): Promise<Step> {
  const conversionId = `conversion-${++steps}`;
  const own = join(folder, conversionId);
  const folders = { in: join(own, 'in'), out: join(own, 'out') };
  await Promise.all([mkdir(folders.in, { recursive: true }), mkdir(folders.out, { recursive: true })]);
  const path = join(folders.in, 'in.png');
  await copyFile(join(folder, file), path);
  const route = registry.route('png', to);
  if (!route) throw new Error(`no route to ${to}`);
  return {
    conversionId,
    ownerKey: ownerKey === 'guest' ? conversionId : ownerKey,
    folder: folders,
    input: { path, format: route.input, facts: { widthPx: 120, heightPx: 80, frames: 1 } },
    output: { path: join(folders.out, `out.${to}`), format: route.output },
    options: { quality: 80 },
    softness: 0,
    salvage: false,
    final: true,
    route,
    deadlineMs: Date.now() + wallMs,
  };
}

const neverAborted = new AbortController().signal;
const ignoreProgress = (): void => undefined;

async function convert(ownerKey: string): Promise<void> {
  await engine.convert(await stepOf(ownerKey, 'webp'), neverAborted, ignoreProgress);
}

const hasEnded = async (process: JailedProcess | undefined): Promise<boolean> =>
  Promise.race([process?.exited.then(() => true) ?? true, sleep(2_000, false)]);

/** The processes in the server's jail: itself, and its child during a job. */
const nodeProcessesOf = (server: JailedProcess): number[] =>
  processTree(server.pid).filter((pid) => programOf(pid).includes('node'));

/** Empty for a process that has just ended. */
function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

async function childOf(server: JailedProcess): Promise<number> {
  for (const end = Date.now() + 5_000; Date.now() < end; await sleep(10)) {
    const [, child] = nodeProcessesOf(server);
    if (child) return child;
  }
  throw new Error('the server has no child');
}

const currentServer = (): JailedProcess => started.at(-1) as JailedProcess;
/** Files in the folders of the servers. */
const leftovers = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((path) => /^scratch-[^/]+\/(in|out)\/./.test(path));

/** An epoll object of an event loop. Those of parent and child look equal, but contain nothing that they could share. */
const isEmptyEventPoll = (thing: string): boolean =>
  thing.startsWith('anon_inode:[eventpoll]') && !thing.includes('tfd:');

describe('the picture server', () => {
  it('serves all slots, each job in a process of its own', async () => {
    const children = new Set<number>();
    const [server] = nodeProcessesOf(currentServer());
    for (const owner of ['owner-1', 'owner-2', 'guest']) {
      const running = engine.convert(await stepOf(owner, 'avif', 'medium.png'), neverAborted, ignoreProgress);
      children.add(await childOf(currentServer()));
      await running;
    }
    expect(children.size).toBe(3);
    expect(started).toHaveLength(1);
    expect(nodeProcessesOf(currentServer())).toEqual([server]);
    expect(await leftovers()).toEqual([]);
  });

  it('shares no writable object and no memory with a child', async () => {
    const running = engine.convert(await stepOf('guest', 'avif', 'medium.png'), neverAborted, ignoreProgress);
    const child = await childOf(currentServer());
    const [server] = nodeProcessesOf(currentServer()) as [number];
    // It takes some milliseconds to confine itself, and far longer to convert.
    await eventually(
      () => countSeccompFilters(child),
      (filters) => filters > countSeccompFilters(server),
    );
    const serverObjects = openForWriting(server);
    const shared = await eventually(
      () => openForWriting(child).filter((thing) => serverObjects.includes(thing)),
      (things) => !things.some(isEmptyEventPoll),
    );
    const sharedMemory = readFileSync(`/proc/${child}/maps`, 'utf8').match(/^\S+ ...s .*$/gm);
    await running;
    // Otherwise the server would hold nothing that a child could have inherited.
    expect(serverObjects.some((thing) => thing.startsWith('anon_inode:[eventpoll]'))).toBe(true);
    expect(serverObjects.some((thing) => thing.startsWith('anon_inode:[eventfd]'))).toBe(true);
    expect(shared).toEqual([]);
    expect(sharedMemory).toBeNull();
  });

  it('stops a job within a second of a cancellation and leaves nothing', async () => {
    const before = currentServer();
    const cancel = new AbortController();
    const running = engine.convert(await stepOf('guest', 'avif', 'large.png'), cancel.signal, ignoreProgress);
    setTimeout(() => cancel.abort(new Error('cancelled')), 300);
    const startedAt = performance.now();
    await expect(running).rejects.toThrow('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(1_300);
    expect(await hasEnded(before)).toBe(true);
    await convert('guest');
    expect(await leftovers()).toEqual([]);
  });

  it('ends a job that exceeds its time limit with ENGINE_TIMEOUT', async () => {
    const step = await stepOf('guest', 'avif', 'large.png', 400);
    await expect(engine.convert(step, neverAborted, ignoreProgress)).rejects.toMatchObject({
      code: 'ENGINE_TIMEOUT',
    });
  });

  it('reports a child that dies during a job as ENGINE_FAILED and keeps running', async () => {
    await convert('guest');
    const server = currentServer();
    const running = engine.convert(await stepOf('guest', 'avif', 'large.png'), neverAborted, ignoreProgress);
    const failed = expect(running).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    process.kill(await childOf(server), 'SIGKILL');
    await failed;
    expect(await leftovers()).toEqual([]);
    await convert('guest');
    expect(currentServer()).toBe(server);
  });

  it('is replaced if it dies during a job', async () => {
    const server = currentServer();
    const running = engine.convert(await stepOf('guest', 'avif', 'large.png'), neverAborted, ignoreProgress);
    const failed = expect(running).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await childOf(server);
    process.kill(server.pid, 'SIGKILL');
    await failed;
    await convert('guest');
    expect(currentServer()).not.toBe(server);
  });

  it('is replaced if it dies while it is idle, and no job fails', async () => {
    await convert('guest');
    const server = currentServer();
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await convert('guest');
    expect(currentServer()).not.toBe(server);
  });
});
