import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@filemill/platform/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Child } from '../src/stack/supervisor.ts';

/** Answers like the ops port, with its pid once `/healthz` was called, until a request makes it hang in one of two ways. */
const PROGRAM = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
const [port, starts] = process.argv.slice(2);
appendFileSync(starts, process.pid + '\\n');
let isKnown = false;
createServer(({ url }, response) => {
  response.end(isKnown ? String(process.pid) : '');
  isKnown ||= url === '/healthz';
  if (url === '/freeze') setImmediate(() => process.kill(process.pid, 'SIGSTOP'));
  if (url === '/block') setImmediate(() => { for (;;); });
}).listen(Number(port), '127.0.0.1');`;
/** Ten times as fast as in production: a process has a second to answer. */
const LOOK_MS = 100;

let folder: string;
let port: number;
let child: Child;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  port = await freePort();
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  child = new Child({
    name: 'small',
    program: process.execPath,
    args: [join(folder, 'program.mjs'), String(port), join(folder, 'starts')],
    env: {},
    cwd: folder,
    logFolder: folder,
    livenessUrl: `http://127.0.0.1:${port}/healthz`,
    livenessCheckMs: LOOK_MS,
  });
  child.start();
});
afterEach(async () => {
  await child.stop(0);
  rmSync(folder, { recursive: true });
});

const ask = (path: string): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(500) }).then(
    (response) => response.text(),
    () => undefined, // it does not listen yet, or hangs
  );

/** @returns the id of a process that answers and that is none of these */
async function answering(...others: string[]): Promise<string> {
  for (;;) {
    const pid = await ask('/');
    if (pid && !others.includes(pid)) return pid;
    await sleep(20);
  }
}

const isAlive = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

describe('Child', () => {
  it.each(['/freeze', '/block'])(
    'replaces a process that hangs (%s), and the next one too',
    async (how) => {
      const first = await answering();
      await ask(how);
      const second = await answering(first);
      expect(isAlive(first)).toBe(false);
      expect(child.lastExit).toEqual({ code: null, signal: 'SIGKILL' });
      await ask(how);
      const third = await answering(first, second);
      expect(readFileSync(join(folder, 'starts'), 'utf8').split('\n').filter(Boolean)).toEqual(
        expect.arrayContaining([first, second, third]),
      );
    },
    120_000,
  );

  it('leaves a hung process while it is not watched, and replaces it as soon as it is', async () => {
    const first = await answering();
    child.isWatched = false;
    await ask('/freeze');
    // Much longer than a watched process would have had.
    await sleep(30 * LOOK_MS);
    expect(isAlive(first)).toBe(true);
    child.isWatched = true;
    await answering(first);
    expect(isAlive(first)).toBe(false);
  }, 120_000);
});
