import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJail } from '../jail/jail.js';

interface JailCost {
  /** Median of a bare start of /usr/bin/true, milliseconds. */
  readonly bareMs: number;
  /** Median of a jailed one, every layer and limit on. */
  readonly jailedMs: number;
  /** What the jail adds. */
  readonly addedMs: number;
}

const LIMITS = {
  wallMs: 10_000,
  cpuSeconds: 10,
  memoryBytes: 2 ** 28,
  tmpBytes: 2 ** 24,
  fileBytes: 2 ** 24,
  processes: 32,
};

/** Starts a program that does nothing, alternately bare and jailed, so that both see the same load of the machine. */
export async function measureJail(rounds = 100): Promise<JailCost> {
  const root = await mkdtemp(join(tmpdir(), 'jail-cost-'));
  const folder = { in: join(root, 'in'), out: join(root, 'out') };
  const { signal } = new AbortController();
  try {
    await Promise.all([mkdir(folder.in), mkdir(folder.out)]);
    const jail = createJail();
    const bare: number[] = [];
    const jailed: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await timed(runBare));
      jailed.push(
        await timed(() => jail.run({ program: '/usr/bin/true', args: [], folder, limits: LIMITS, signal })),
      );
    }
    const [bareMs, jailedMs] = [median(bare), median(jailed)];
    return { bareMs, jailedMs, addedMs: jailedMs - bareMs };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const runBare = (): Promise<void> =>
  new Promise((resolve, reject) => {
    spawn('/usr/bin/true', { stdio: ['ignore', 'pipe', 'pipe'] })
      .once('error', reject)
      .once('close', () => resolve());
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
