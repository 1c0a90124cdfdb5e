import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createJail, type Jail, type JailOptions } from './jail.js';
import type { ProbeTask } from './probe.js';

const MB = 1024 * 1024;
const LIMITS = {
  wallMs: 20_000,
  cpuSeconds: 10,
  // Node reserves 512 MB of address space for compiled code, which counts as data.
  memoryBytes: 1024 * MB,
  tmpBytes: 16 * MB,
  fileBytes: MB,
  processes: 64,
};

/** Jailed children of root would be root on the host. @throws {Error} in one sentence */
export function refuseRoot(): void {
  if (process.getuid?.() === 0) {
    throw new Error('A worker must not run as root: start it as an unprivileged user such as "filemill".');
  }
}

/** bubblewrap could not start the jail, or the probe could not run in it. */
class JailRefused extends Error {
  constructor(readonly reason: string) {
    super(`the jail does not start here: ${reason}`);
  }
}

/**
 * Starts and tests the strongest jail that this machine allows. Falls back to the next kind only if the first does not
 * start at all.
 *
 * @param workFolder - as for {@link testJail}
 * @throws {Error} as {@link testJail}, with the reason for each kind
 */
export async function startJail(workFolder: string, options: Omit<JailOptions, 'proc'>): Promise<Jail> {
  const own = createJail(options);
  try {
    await testJail(own, workFolder);
    return own;
  } catch (error) {
    if (!(error instanceof JailRefused)) throw error;
    const shared = createJail({ ...options, proc: 'shared' });
    await testJail(shared, workFolder).catch((second: Error) => {
      throw new Error(`${second.message} (with a /proc of its own: ${error.reason})`);
    });
    return shared;
  }
}

/**
 * Tries the jail from inside before the first uploaded file: no network, no other path, no other process, no new
 * namespace, no privilege, no environment, nothing writable but its own folders, limits in force.
 *
 * @param workFolder - exists; a secret is planted in it for the length of the test
 * @throws {Error} naming everything that the probe could do; the worker must then not start
 */
export async function testJail(jail: Jail, workFolder: string): Promise<void> {
  const root = await mkdtemp(join(workFolder, 'self-test-'));
  const folder = { in: join(root, 'in'), out: join(root, 'out') };
  const listener = createServer((socket) => socket.destroy());
  try {
    await Promise.all([mkdir(folder.in), mkdir(folder.out)]);
    const secret = join(root, 'secret');
    await writeFile(secret, 'planted');
    const own = fileURLToPath(import.meta.url);
    const probe = join(folder.in, `probe.m${extname(own).slice(1)}`);
    await copyFile(fileURLToPath(new URL(`./probe${extname(own)}`, import.meta.url)), probe);
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const task: ProbeTask = {
      listenerPort: (listener.address() as AddressInfo).port,
      hiddenPaths: [secret, own, '/etc/passwd', '/etc/shadow', '/root', '/home', '/var', '/sys', '/run'],
      fileLimitBytes: LIMITS.fileBytes,
      proc: jail.proc,
    };
    const { stdout, stderr, exitCode } = await jail.run({
      program: process.execPath,
      args: [probe.replace(folder.in, '/job/in'), JSON.stringify(task)],
      readOnly: [{ source: process.execPath }],
      folder,
      limits: LIMITS,
      signal: new AbortController().signal,
    });
    if (exitCode !== 0) throw new JailRefused(stderr.trim().slice(0, 500));
    const findings = z.array(z.string()).parse(JSON.parse(stdout));
    if (findings.length > 0) throw new Error(`the jail leaks: ${findings.join('; ')}`);
  } finally {
    listener.close();
    await rm(root, { recursive: true, force: true });
  }
}
