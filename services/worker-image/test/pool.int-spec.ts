import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registry } from '@filemill/catalogue';
import { createLogger, systemClock } from '@filemill/platform';
import {
  createJail,
  type Engine,
  type EngineContext,
  findProgram,
  type JailedProcess,
  type Step,
} from '@filemill/worker';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/engines/sharp.engine.js';
import { picture } from './fixtures.js';

const SLOTS = 1;

let folder: string;
let engine: Engine;
/** In the order in which they were started. */
const started: JailedProcess[] = [];
let steps = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  await picture().png().toFile(join(folder, 'small.png'));
  // Noise, which takes an AVIF encoder seconds.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#000', noise } });
  await large.png({ compressionLevel: 0 }).toFile(join(folder, 'large.png'));
  const jail = createJail();
  const context: EngineContext = {
    logger: createLogger('test', 'silent'),
    clock: systemClock,
    slots: SLOTS,
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
    input: { path, format: 'png', facts: { widthPx: 120, heightPx: 80, frames: 1 } },
    output: { path: join(folders.out, `out.${to}`), format: to },
    options: { quality: 80 },
    final: true,
    route,
    deadlineMs: Date.now() + wallMs,
  };
}

const never = new AbortController().signal;
const ignore = (): void => undefined;

async function convert(ownerKey: string): Promise<void> {
  await engine.convert(await stepOf(ownerKey, 'webp'), never, ignore);
}

const isGone = async (process: JailedProcess | undefined): Promise<boolean> =>
  Promise.race([process?.exited.then(() => true) ?? true, sleep(2_000, false)]);

/** The process that took the latest job is the oldest one that was a spare. */
const spare = (): JailedProcess | undefined => started.at(-SLOTS);

describe('the pool of picture processes', () => {
  it('keeps a process for the next job of the same owner', async () => {
    await convert('anna');
    const before = started.length;
    await convert('anna');
    await convert('anna');
    expect(started.length).toBe(before);
  });

  it('gives another owner a fresh process, and ends the one before', async () => {
    await convert('anna');
    const before = started.length;
    const fresh = spare();
    const annas = started.at(-SLOTS - 1);
    await convert('berta');
    expect(started.length).toBe(before + 1);
    expect(await isGone(annas)).toBe(true);
    expect(await Promise.race([fresh?.exited.then(() => 'gone'), sleep(100, 'kept')])).toBe('kept');
  });

  it('ends the process of a guest with its conversion, and its folder with it', async () => {
    const taken = spare();
    await convert('guest');
    expect(await isGone(taken)).toBe(true);
    await sleep(300);
    const folders = (await readdir(folder)).filter((name) => name.startsWith('scratch-'));
    // The spares and the process that is kept for berta.
    expect(folders.length).toBeLessThanOrEqual(SLOTS + 1);
  });

  it('stops within a second of a cancel', async () => {
    const taken = spare();
    const cancel = new AbortController();
    const running = engine.convert(await stepOf('guest', 'avif', 'large.png'), cancel.signal, ignore);
    setTimeout(() => cancel.abort(new Error('cancelled')), 300);
    const startedAt = performance.now();
    await expect(running).rejects.toThrow('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(1_300);
    expect(await isGone(taken)).toBe(true);
    await convert('guest');
  });

  it('ends a picture that takes longer than it may with ENGINE_TIMEOUT', async () => {
    const step = await stepOf('guest', 'avif', 'large.png', 400);
    await expect(engine.convert(step, never, ignore)).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
  });

  it('reports a process that dies at work as ENGINE_FAILED, and goes on', async () => {
    const taken = spare();
    const running = engine.convert(await stepOf('guest', 'avif', 'large.png'), never, ignore);
    setTimeout(() => process.kill(taken?.pid ?? -1, 'SIGKILL'), 300);
    await expect(running).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await convert('guest');
  });

  it('does not need a spare that died while it stood by', async () => {
    await convert('guest');
    const taken = spare();
    process.kill(taken?.pid ?? -1, 'SIGKILL');
    await taken?.exited;
    await convert('guest');
  });
});
