import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkDisk, prepareWorkFolder } from './work-folder.js';

/** Above the largest process id of Linux (2²²), so no process has it. */
const GONE_PID = 4_194_305;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'work-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('prepareWorkFolder', () => {
  const workers: ChildProcess[] = [];
  afterEach(() => {
    for (const worker of workers.splice(0)) worker.kill();
  });

  /** Another process of the worker, with its folder. */
  async function aNeighbour(): Promise<{ pid: number; folder: string }> {
    const worker = spawn('sleep', ['3600'], { stdio: 'ignore' });
    workers.push(worker);
    await once(worker, 'spawn');
    const stat = await readFile(`/proc/${worker.pid}/stat`, 'utf8');
    const startedAt = stat.split(' ')[21];
    const folder = `worker-image-${worker.pid}-${startedAt}`;
    await mkdir(join(root, folder));
    return { pid: Number(worker.pid), folder };
  }

  it('removes the folder of a dead process, and keeps the others', async () => {
    const { folder } = await aNeighbour();
    const others = [`worker-image-${GONE_PID}-7`, `worker-media-${GONE_PID}-7`, folder, 'notes'];
    for (const name of others) {
      await mkdir(join(root, name), { recursive: true });
      await writeFile(join(root, name, 'file'), 'x');
    }
    const own = await prepareWorkFolder(root, 'worker-image');
    expect(own).toMatch(new RegExp(`/worker-image-${process.pid}-\\d+$`));
    expect(others.map((name) => existsSync(join(root, name)))).toEqual([false, true, true, true]);
  });

  it('removes the folder of a dead process whose id was reused', async () => {
    const { pid, folder } = await aNeighbour();
    const dead = [`worker-image-${pid}-1`, `worker-image-${process.pid}-1`];
    for (const name of dead) await mkdir(join(root, name, 'job-1'), { recursive: true });
    await prepareWorkFolder(root, 'worker-image');
    expect([...dead, folder].map((name) => existsSync(join(root, name)))).toEqual([false, false, true]);
  });

  it('removes folders of an older release, named by process id only', async () => {
    await mkdir(join(root, 'worker-image-1', 'job-1'), { recursive: true });
    await prepareWorkFolder(root, 'worker-image');
    expect(existsSync(join(root, 'worker-image-1'))).toBe(false);
  });
});

describe('checkDisk', () => {
  it('passes below the limit and fails at it', async () => {
    await checkDisk(root, 100);
    await expect(checkDisk(root, 0)).rejects.toThrow('% full');
  });
});
