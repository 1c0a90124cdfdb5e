/**
 * Runs inside the jail instead of the picture server: forks one child as the server does, which tries everything that a
 * child must not be able to do, and prints as JSON what succeeded.
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

const addon = createRequire(import.meta.url)(process.argv[2]);
const READABLE = ['/usr', '/etc', '/proc', '/dev', '/app', '/job/in'];

const succeeds = (work) => {
  try {
    work();
    return true;
  } catch {
    return false; // the refusal is expected
  }
};
const listens = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false)).listen('/job/out/socket', () => resolve(true));
  });
/** Threads are allowed: the codecs use them. */
const hasThread = () =>
  new Promise((resolve) => {
    const worker = new Worker('0', { eval: true });
    worker.once('exit', () => resolve(true)).once('error', () => resolve(false));
  });

async function findings(server) {
  const claims = [
    [succeeds(() => writeFileSync('/tmp/new', 'x')), 'it writes outside its folder'],
    [succeeds(() => readFileSync('/tmp/other-job')), 'it reads what another job left'],
    [succeeds(() => readdirSync('/tmp')), 'it lists what others left'],
    [succeeds(() => unlinkSync('/tmp/other-job')), 'it removes what others left'],
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
      'it opens what its server has open',
    ],
    [spawnSync('/usr/bin/true').status === 0, 'it starts a program'],
    [await listens(), 'it has sockets'],
    [!(await hasThread()), 'it has no threads'],
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
  let said = '';
  for (let count = readSync(child.said, piece); count > 0; count = readSync(child.said, piece))
    said += piece.toString('utf8', 0, count);
  const status = addon.wait(child.pid);
  process.stdout.write(JSON.stringify({ said, status, landlock: addon.landlock() }));
} else {
  writeSync(1, JSON.stringify(await findings(server)));
  addon.exit();
}
