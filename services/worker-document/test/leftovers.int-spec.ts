import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { eventually } from '@filemill/platform/testing';
import type { EngineFactory } from '@filemill/worker';
import {
  type Converter,
  countSeccompFilters,
  createConverter,
  openForWriting,
} from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { slowOds } from './hostile.js';

const DOCX = fileURLToPath(new URL('./fixtures/text.docx', import.meta.url));
let converter: Converter;
/** The worker's own folder. */
let root: string;
let inputs: string;

beforeAll(async () => {
  inputs = mkdtempSync(join(tmpdir(), 'inputs-'));
  writeFileSync(join(inputs, 'slow.ods'), slowOds());
  const listening: EngineFactory = (context) =>
    createEngine({
      ...context,
      scratch: async (name) => {
        const folder = await context.scratch(name);
        root = join(folder, '../..');
        return folder;
      },
    });
  converter = await createConverter([listening], { slots: 1 });
});
afterAll(async () => {
  await converter.close();
  rmSync(inputs, { recursive: true });
});

const servers = (): string[] => readdirSync(join(root, 'scratch'));
/** The files in it, and those in the folders that a server created at its start. */
const leftovers = (): string[] =>
  readdirSync(join(root, 'scratch'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.split('/').length > 3 || statSync(join(root, 'scratch', path)).isFile(),
  );
const jobs = (): string[] => readdirSync(root).filter((name) => name.startsWith('job-'));

const convert = (input = DOCX, from = 'docx', signal?: AbortSignal) =>
  converter.convert({ input, from, to: 'pdf', ...(signal && { signal }) });

/**
 * Processes of the fork server with this folder: the server first, its child after it while a job runs. Other tests and
 * other checkouts may have servers on the same machine.
 */
const officeProcesses = (serverFolder: string): number[] =>
  execFileSync('/usr/bin/pgrep', ['-x', 'office-fork'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => mountsOf(pid).includes(serverFolder));

/** The mounts of a process; empty after it has ended. */
function mountsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch (error) {
    // EINVAL: it has ended, but its parent has not waited for it.
    if (['ENOENT', 'ESRCH', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

const ownPids = (): number[] => officeProcesses(servers()[0] as string);

describe('after a job', () => {
  it('that succeeded, no file or process is left', async () => {
    await convert();
    expect(leftovers()).toEqual([]);
    expect(jobs()).toEqual([]);
  });

  it('that failed, no file or process is left', async () => {
    const input = join(inputs, 'broken.doc');
    const doc = readFileSync(DOCX.replace('.docx', '.doc'));
    writeFileSync(input, doc.fill(0xff, 1_536, 6_000));
    await convert(input, 'doc').catch(() => undefined);
    expect(leftovers()).toEqual([]);
    expect(jobs()).toEqual([]);
  });

  it('that was cancelled, no file or process is left, and the server keeps running', async () => {
    const [pid] = ownPids();
    const abort = new AbortController();
    const running = convert(join(inputs, 'slow.ods'), 'ods', abort.signal);
    setTimeout(() => abort.abort(new AppError('CANCELLED')), 300);
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(leftovers()).toEqual([]);
    expect(jobs()).toEqual([]);
    expect(ownPids()).toEqual([pid]);
  });

  it('whose process was killed, one error is reported, and the server keeps running', async () => {
    const [server] = ownPids();
    const running = convert(join(inputs, 'slow.ods'), 'ods');
    const failed = expect(running).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await eventually(
      () => ownPids(),
      (pids) => pids.length === 2,
    );
    process.kill(ownPids().find((pid) => pid !== server) as number, 'SIGKILL');
    await failed;
    expect(leftovers()).toEqual([]);
    await convert();
    expect(ownPids()).toEqual([server]);
  });
});

describe('a server that ends while it is idle', () => {
  it('is replaced at once, and its folder is removed', async () => {
    const [folder] = servers();
    for (const pid of ownPids()) process.kill(pid, 'SIGKILL');
    const now = await eventually(
      servers,
      ([first, ...more]) => first !== undefined && first !== folder && !more.length,
    );
    expect(now).toHaveLength(1);
    expect(now[0]).not.toBe(folder);
    await convert();
    expect(leftovers()).toEqual([]);
  });
});

describe('a child process', () => {
  it('shares no writable object with its server except the progress pipe', async () => {
    const [server] = ownPids() as [number];
    const abort = new AbortController();
    const running = convert(join(inputs, 'slow.ods'), 'ods', abort.signal);
    const cancelled = expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    const child = await eventually(
      () =>
        ownPids().find((pid) => pid !== server && countSeccompFilters(pid) > countSeccompFilters(server)) ??
        0,
      (pid) => pid > 0,
    );
    // Long enough for the child to have opened its file; the conversion takes seconds.
    await sleep(500);
    const ofServer = openForWriting(server);
    const shared = openForWriting(child).filter((thing) => ofServer.includes(thing));
    abort.abort(new AppError('CANCELLED'));
    await cancelled;
    // Otherwise the server would hold nothing that a child could have inherited.
    expect(ofServer.some((thing) => thing.startsWith('file'))).toBe(true);
    expect(ofServer.some((thing) => thing.startsWith('anon_inode:[eventfd]'))).toBe(true);
    expect(shared).toEqual([expect.stringMatching(/^pipe /)]);
  });
});
