import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJail, JAILED_NODE } from '@filemill/worker';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MB = 1024 ** 2;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confined-'));
  await Promise.all(['in', 'out', 'app'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'in/file'), 'x');
  // Node runs it without a build; .mts says that it is a module, as there is no package.json in the jail.
  await copyFile(at('./forked-probe.ts'), join(folder, 'app/probe.mts'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a child of the picture server can only read its input, write its output and compute', async () => {
  const { stdout, stderr } = await createJail().run({
    program: JAILED_NODE,
    args: ['--single-threaded', '--v8-pool-size=0', '/app/probe.mts', '/app/fork.node'],
    folder: { in: join(folder, 'in'), out: join(folder, 'out') },
    readOnly: [
      { source: process.execPath, target: JAILED_NODE },
      { source: join(folder, 'app/probe.mts'), target: '/app/probe.mts' },
      { source: at('../native/build/picture.node'), target: '/app/fork.node' },
    ],
    limits: {
      wallMs: 20_000,
      cpuSeconds: 20,
      memoryBytes: 2_048 * MB,
      tmpBytes: 2 ** 24,
      fileBytes: MB,
      processes: 64,
    },
    signal: new AbortController().signal,
  });
  expect(stderr).toBe('');
  const { output, status, landlock } = JSON.parse(stdout);
  // 0 if the kernel lacks Landlock.
  expect(landlock).toBeGreaterThan(0);
  expect(JSON.parse(output)).toEqual([]);
  expect(status).toBe(0);
});
