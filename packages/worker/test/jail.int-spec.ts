import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJail } from '../src/jail/jail.js';
import { NICE_VALUE } from '../src/jail/priority.js';
import { processTree } from '../src/jail/process-tree.js';
import { removeFolder } from '../src/jail/remove-folder.js';
import type { Limits, RunRequest } from '../src/jail/sandbox.js';

const MB = 1024 * 1024;
const LIMITS: Limits = {
  wallMs: 60_000,
  cpuSeconds: 10,
  memoryBytes: 256 * MB,
  tmpBytes: 64 * MB,
  fileBytes: 16 * MB,
  processes: 32,
};
const never = new AbortController().signal;

const jail = createJail();
let root: string;
let folder: { in: string; out: string };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jail-'));
  folder = { in: join(root, 'in'), out: join(root, 'out') };
  await mkdir(folder.in);
  await mkdir(folder.out);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const run = (program: string, args: string[], more: Partial<RunRequest> = {}) =>
  jail.run({ program, args, folder, limits: LIMITS, signal: never, ...more });
const perl = (code: string, more: Partial<RunRequest> = {}) => run('/usr/bin/perl', ['-e', code], more);
const shell = (code: string, more: Partial<RunRequest> = {}) => run('/usr/bin/sh', ['-c', code], more);

/** Processes of this machine whose command line holds a marker. */
const alive = (marker: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || !existsSync(`/proc/${pid}/cmdline`))
      return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false; // it ended meanwhile
    }
  });

describe('createJail', () => {
  it('runs a program that sees only its job, and returns its exit code and output', async () => {
    await writeFile(join(folder.in, 'in.txt'), 'hello');
    const { exitCode, stdout } = await shell('cat /job/in/in.txt; echo; id -u; env; ls /; exit 3');
    expect(exitCode).toBe(3);
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(
      [
        ...['HOME=/tmp', 'LANG=C.UTF-8', 'PATH=/usr/bin', 'PWD=/job/out', '65534', 'hello'],
        ...['bin', 'dev', 'etc', 'job', 'lib', 'lib64', 'proc', 'tmp', 'usr'],
      ].sort(),
    );
  });
  it('runs Node from its own folder', async () => {
    const { stdout, stderr } = await run(process.execPath, ['-e', 'console.log(process.getuid())'], {
      readOnly: [{ source: dirname(process.execPath) }],
      limits: { ...LIMITS, memoryBytes: 1024 * MB },
    });
    expect({ stdout, stderr }).toEqual({ stdout: '65534\n', stderr: '' });
  });
  it('keeps what the program writes into the out folder', async () => {
    await shell('echo made > /job/out/x');
    expect(await readFile(join(folder.out, 'x'), 'utf8')).toBe('made\n');
  });
  it('refuses a program that the jail does not contain, and names it', async () => {
    await expect(run('/opt/tool', [])).rejects.toThrow('/opt/tool is not visible');
  });
  it('ends a program at its time limit with ENGINE_TIMEOUT', async () => {
    await expect(shell('sleep 30', { limits: { ...LIMITS, wallMs: 300 } })).rejects.toMatchObject({
      code: 'ENGINE_TIMEOUT',
    });
  });
  it('ends a program that used its CPU time with ENGINE_TIMEOUT', async () => {
    await expect(perl('1 while 1', { limits: { ...LIMITS, cpuSeconds: 1 } })).rejects.toMatchObject({
      code: 'ENGINE_TIMEOUT',
    });
  });
  it('ends a program and all its children within a second of an abort, with the reason of the abort', async () => {
    const marker = `3600.${process.pid}`;
    const abort = new AbortController();
    const running = shell(`setsid sleep ${marker} & sleep ${marker}`, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('cancelled')), 300);
    const startedAt = Date.now();
    await expect(running).rejects.toThrow('cancelled');
    expect(Date.now() - startedAt).toBeLessThan(1_300);
    expect(alive(marker)).toEqual([]);
  });
  it('denies one process more memory than the job may have', async () => {
    const { exitCode } = await perl('$x = "a" x (400 * 1024 * 1024); print "got it"');
    expect(exitCode).not.toBe(0);
  });
  it('ends a job whose processes together take more memory than it may have', async () => {
    const bomb = 'for (1..4) { last unless fork } $x = "a" x (90 * 1024 * 1024); sleep 20';
    await expect(perl(bomb)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
  it('stops a fork bomb at the number of processes', async () => {
    const { stdout } = await perl(
      '$n++ while $n < 500 and defined($p = fork) and $p; print "$n\\n" if $p ne "0"',
    );
    expect(Number(stdout)).toBeLessThan(LIMITS.processes);
  });
  it('ends a program that writes a file above the limit with FILE_TOO_LARGE', async () => {
    await expect(
      run('/usr/bin/dd', ['if=/dev/zero', 'of=/job/out/x', 'bs=1M', 'count=17']),
    ).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
  it('ends a job whose files together exceed the limit', async () => {
    const flood = 'for i in 1 2 3; do dd if=/dev/urandom of=/job/out/$i bs=1M count=15; done; sleep 20';
    await expect(shell(flood)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
  it('allows a job all the disk space that it was given', async () => {
    const two = 'for i in 1 2; do dd if=/dev/urandom of=/job/out/$1$i bs=1M count=15; done; sleep 1';
    const limits = { ...LIMITS, outFolderBytes: 32 * MB };
    expect(await shell(two, { limits })).toMatchObject({ exitCode: 0 });
    await expect(shell(`${two}; set b; ${two}; sleep 20`, { limits })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
  it.each([
    ['makes a folder of its output unreadable', 'mkdir x && chmod 0 x && sleep 20'],
    [
      'nests folders without end',
      'while mkdir -p aaaaaaaaaaaaaaaaaaaa && cd aaaaaaaaaaaaaaaaaaaa; do :; done; sleep 20',
    ],
    ['makes files without end', 'i=0; while :; do : > $i; i=$((i+1)); done'],
    ['makes files without end in its own /tmp', 'cd /tmp; i=0; while :; do : > $i; i=$((i+1)); done'],
  ])('ends a job that %s, and can remove what it left', async (_what, code) => {
    await expect(shell(code)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await removeFolder(folder.out);
    expect(existsSync(folder.out)).toBe(false);
  });
  it('reads endless output to its end and keeps a megabyte of it', async () => {
    const { stdout, stderr, exitCode } = await perl(
      'for (1..100) { print "a" x 65536; print STDERR "b" x 65536 } print STDERR "end"; exit 7',
    );
    expect({ exitCode, stdout: stdout.length, stderr: stderr.length }).toEqual({
      exitCode: 7,
      stdout: MB,
      stderr: MB,
    });
    expect(stderr.endsWith('end')).toBe(true);
  });
  it('limits the size of its own /tmp', async () => {
    const { exitCode, stderr } = await shell('dd if=/dev/zero of=/tmp/x bs=1M count=3', {
      limits: { ...LIMITS, tmpBytes: 2 * MB },
    });
    expect({ exitCode, full: stderr.includes('No space left') }).toEqual({ exitCode: 1, full: true });
  });
  it('runs programs with a lower priority than the services', async () => {
    const { stdout } = await perl('print getpriority(0, 0)');
    expect(stdout).toBe(NICE_VALUE);
  });
  it('hides the masked programs', async () => {
    const magick = execFileSync('find', ['/usr/lib', '-maxdepth', '3', '-name', 'vips-magick.so'], {
      encoding: 'utf8',
    }).trim();
    const { stdout } = await shell(`cat ${magick || '/dev/null'} | wc -c`);
    expect(stdout.trim()).toBe('0');
  });
});

describe('spawn', () => {
  it('keeps a program running, writes to it and reads from it, and ends it with all its children', async () => {
    const marker = `3601.${process.pid}`;
    const server = jail.spawn({
      program: '/usr/bin/sh',
      args: ['-c', `sleep ${marker} & cat`],
      folder,
      limits: LIMITS,
    });
    server.stdin.write('ping\n');
    const [answer] = (await server.stdout.take(1).toArray()) as Buffer[];
    expect(answer?.toString()).toBe('ping\n');
    await server.kill();
    expect(alive(marker)).toEqual([]);
  });
  it('lowers the priority of its session, where the kernel divides time between sessions', async () => {
    const marker = `3602.${process.pid}`;
    const server = jail.spawn({ program: '/usr/bin/sleep', args: [marker], folder, limits: LIMITS });
    try {
      const groupOf = (pid: string | number): string => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
      const isGrouping = existsSync('/proc/self/autogroup') && groupOf('self').includes('nice');
      if (!isGrouping) return;
      const program = (): number => processTree(server.pid).at(-1) ?? server.pid;
      while (processTree(server.pid).length < 3 || !groupOf(program()).includes(`nice ${NICE_VALUE}`))
        await sleep(20);
    } finally {
      await server.kill();
    }
  });
});
