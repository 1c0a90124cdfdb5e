import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import type { EngineFactory } from '@filemill/worker';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { slowOds } from './hostile.js';

let converter: Converter;
let serverFolder: string;
let inputs: string;

beforeAll(async () => {
  inputs = mkdtempSync(join(tmpdir(), 'inputs-'));
  writeFileSync(join(inputs, 'slow.ods'), slowOds());
  const listening: EngineFactory = (context) =>
    createEngine({
      ...context,
      scratch: async (name) => {
        serverFolder = await context.scratch(name);
        return serverFolder;
      },
    });
  converter = await createConverter([listening], { slots: 1 });
});
afterAll(async () => {
  await converter.close();
  rmSync(inputs, { recursive: true });
});

/** The test's own fork server, and its child behind it while a job runs. */
function ownPids(): number[] {
  const all = execFileSync('/usr/bin/pgrep', ['-x', 'office-fork'], { encoding: 'utf8' });
  return all
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(serverFolder));
}

/** What each descriptor above the three streams leads to, by a name that two processes share only if it is the same thing. */
function things(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .filter((number) => Number(number) > 2)
    .flatMap((number) => {
      const link = readlinkSync(`/proc/${pid}/fd/${number}`);
      const info = readFileSync(`/proc/${pid}/fdinfo/${number}`, 'utf8');
      const flags = Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] as string, 8);
      if (link === '/dev/null' || (link.startsWith('/') && (flags & 3) === 0)) return [];
      if (link.startsWith('anon_inode:')) return [`${link} ${/^eventfd-id:\s*(\d+)$/m.exec(info)?.[1]}`];
      const { dev, ino } = statSync(`/proc/${pid}/fd/${number}`);
      return [`${link.startsWith('/') ? 'file' : 'pipe'} ${dev}:${ino}`];
    });
}

it('a child shares nothing to write with its server but the pipe of its progress', async () => {
  const [server] = ownPids() as [number];
  const abort = new AbortController();
  const running = converter.convert({
    input: join(inputs, 'slow.ods'),
    from: 'ods',
    to: 'pdf',
    signal: abort.signal,
  });
  const cancelled = expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  // Long enough for the child to have opened its file; the conversion takes seconds.
  await sleep(700);
  const child = ownPids().find((pid) => pid !== server) as number;
  const ofServer = things(server);
  const shared = things(child).filter((thing) => ofServer.includes(thing));
  abort.abort(new AppError('CANCELLED'));
  await cancelled;
  // Without these the server would hold nothing that a child could have inherited.
  expect(ofServer.some((thing) => thing.startsWith('file'))).toBe(true);
  expect(ofServer.some((thing) => thing.startsWith('anon_inode:[eventfd]'))).toBe(true);
  expect(shared).toEqual([expect.stringMatching(/^pipe /)]);
});
