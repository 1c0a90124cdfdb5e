import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJail } from '../src/jail/jail.js';
import type { Limits, Standby } from '../src/jail/sandbox.js';

const MB = 1024 * 1024;
const LIMITS: Limits = {
  wallMs: 10_000,
  cpuSeconds: 10,
  memoryBytes: 256 * MB,
  tmpBytes: 16 * MB,
  fileBytes: 16 * MB,
  processes: 32,
};
const LOADED_MS = 150;

const jail = createJail();
let root: string;
let folder: { in: string; out: string };
let waiting: Standby | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'standby-'));
  folder = { in: join(root, 'in'), out: join(root, 'out') };
  await mkdir(folder.in);
  await mkdir(folder.out);
});
afterEach(async () => {
  await waiting?.kill();
  await rm(root, { recursive: true, force: true });
});

/** A standby program that has waited for a moment, as between jobs. */
async function standby(program: string): Promise<Standby> {
  waiting = jail.standby({ program, folder, limits: LIMITS });
  await sleep(LOADED_MS);
  return waiting;
}

const job = (args: string[], more: { signal?: AbortSignal; wallMs?: number } = {}) => ({
  args,
  signal: new AbortController().signal,
  wallMs: 5_000,
  ...more,
});

describe('a standby program', () => {
  it('behaves as if it had been started with its arguments, whatever they contain', async () => {
    const args = ['<%s>', '', 'two words', "quote's", 'line\nfeed', 'ünïcode', '-x'];
    const { exitCode, stdout } = await (await standby('/usr/bin/printf')).run(job(args));
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: "<><two words><quote's><line\nfeed><ünïcode><-x>",
    });
  });
  it('sees a file created after its start, has an empty standard input, and returns its exit code', async () => {
    const program = await standby('/usr/bin/sh');
    await writeFile(join(folder.in, 'late.txt'), 'late');
    const { exitCode, stdout } = await program.run(job(['-c', 'cat /job/in/late.txt -; exit 7']));
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: 'late' });
    expect(program.alive).toBe(false);
  });
  it('is alive until it is killed', async () => {
    const program = await standby('/usr/bin/sh');
    expect(program.alive).toBe(true);
    await program.kill();
    expect(program.alive).toBe(false);
  });
  it('is ended by the time limit of its job', async () => {
    const program = await standby('/usr/bin/sleep');
    await expect(program.run(job(['5'], { wallMs: 200 }))).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
  });
  it('is ended by an abort, also by one before its start', async () => {
    const program = await standby('/usr/bin/sleep');
    const signal = AbortSignal.abort(new Error('not wanted'));
    await expect(program.run(job(['5'], { signal }))).rejects.toThrow('not wanted');
  });
  it('is limited in memory once it works', async () => {
    const program = await standby('/usr/bin/perl');
    const grow = 'my @a; push @a, "x" x 1_000_000 while 1';
    const { exitCode, stderr } = await program.run(job(['-e', grow]));
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/out of memory/i);
  });
  it('refuses more arguments than fit', async () => {
    const program = await standby('/usr/bin/printf');
    const { exitCode } = await program.run(job(['x'.repeat(200_000)]));
    expect(exitCode).toBe(125);
  });
  it('waits by itself, if it can, for arguments on its standard input', async () => {
    const waitsWith = ['-0ne', 'print "<$_>"'];
    waiting = jail.standby({ program: '/usr/bin/perl', waitsWith, folder, limits: LIMITS });
    const { stdout } = await waiting.run(job(['one', '', 'two']));
    expect(stdout).toBe('<one\0><\0><two\0>');
  });
  it('ends with its worker, also when that is killed', async () => {
    const worker = spawn(process.execPath, [WORKER, JSON.stringify({ folder, limits: LIMITS }), root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    // bubblewrap asks to end with its parent just before its own child goes on, and that child starts the program.
    for (let tries = 0; processesWith(root).length < 3 && tries < 1_000; tries++) await sleep(50);
    expect(processesWith(root)).toHaveLength(3);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    for (let tries = 0; processesWith(root).length > 0 && tries < 1_000; tries++) await sleep(50);
    expect(processesWith(root)).toEqual([]);
  });
});

/** Starts a standby process that does not end at the end of its input, and says so. */
const WORKER = fileURLToPath(new URL('./fixtures/standby-worker.ts', import.meta.url));

/** Processes of jails with this word as their last argument. */
const processesWith = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith(`\0sleep 1000; true\0${word}\0`)
      );
    } catch {
      return false; // it has just ended
    }
  });
