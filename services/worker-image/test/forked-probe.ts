/**
 * Runs inside the jail in place of the picture server: forks one child in the same way. The child tries everything that no
 * child may be able to do, and prints as JSON what it could do.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';

/** The part of native/fork.c that the probe calls. */
interface ForkAddon {
  landlock(): number;
  fork(
    readable: readonly string[],
    writable: string,
    cpuSeconds: number,
  ): { pid: number; output: number } | undefined;
  wait(pid: number): number;
  exit(): never;
}

const addon = createRequire(import.meta.url)(process.argv[2] ?? '') as ForkAddon;
const READABLE = ['/usr', '/etc', '/proc', '/dev', '/app', '/job/in'];

const succeeds = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false; // the expected outcome: the jail refuses it
  }
};
const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false)).listen('/job/out/socket', () => resolve(true));
  });
/** Threads are allowed, because the codecs use them. */
const hasThread = (): Promise<boolean> =>
  new Promise((resolve) => {
    const worker = new Worker('0', { eval: true });
    worker.once('exit', () => resolve(true)).once('error', () => resolve(false));
  });

async function findings(server: number): Promise<string[]> {
  const claims: [holds: boolean, claim: string][] = [
    [succeeds(() => writeFileSync('/tmp/new', 'x')), 'it writes outside its folder'],
    [succeeds(() => readFileSync('/tmp/other-job')), 'it reads the files of another job'],
    [succeeds(() => readdirSync('/tmp')), 'it lists the files of other jobs'],
    [succeeds(() => unlinkSync('/tmp/other-job')), 'it removes the files of other jobs'],
    [succeeds(() => writeFileSync('/job/in/new', 'x')), 'it writes to its input'],
    [!succeeds(() => writeFileSync('/job/out/new', 'x')), 'it cannot write to its folder'],
    [!succeeds(() => readFileSync('/job/in/file')), 'it cannot read its input'],
    [succeeds(() => process.kill(server, 0)), 'it signals its server'],
    [succeeds(() => closeSync(openSync(`/proc/${server}/mem`, 'r'))), 'it reads the memory of its server'],
    [succeeds(() => closeSync(openSync(`/proc/${server}/mem`, 'r+'))), 'it writes the memory of its server'],
    [
      readdirSync(`/proc/${server}/fd`).some((fd) =>
        succeeds(() => closeSync(openSync(`/proc/${server}/fd/${fd}`, 'r'))),
      ),
      'it opens the open files of its server',
    ],
    [spawnSync('/usr/bin/true').status === 0, 'it starts a program'],
    [await listens(), 'it opens sockets'],
    [!(await hasThread()), 'it cannot start threads'],
    [readSync(0, Buffer.alloc(1)) > 0, 'it reads the jobs of its server'],
    [!/^Max cpu time +5 +6 /m.test(readFileSync('/proc/self/limits', 'utf8')), 'its time is not limited'],
  ];
  return claims.filter(([holds]) => holds).map(([, claim]) => claim);
}

writeFileSync('/tmp/other-job', 'planted');
const server = process.pid;
const child = addon.fork(READABLE, '/job/out', 5);
if (child) {
  const piece = Buffer.alloc(65_536);
  let output = '';
  for (let count = readSync(child.output, piece); count > 0; count = readSync(child.output, piece))
    output += piece.toString('utf8', 0, count);
  const status = addon.wait(child.pid);
  process.stdout.write(JSON.stringify({ output, status, landlock: addon.landlock() }));
} else {
  writeSync(1, JSON.stringify(await findings(server)));
  addon.exit();
}
