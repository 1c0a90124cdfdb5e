import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkDisk, prepareWorkFolder } from './work-folder.js';

/** Above the largest process id of Linux (2²²), so it belongs to nobody. */
const GONE_PID = 4_194_305;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'work-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('prepareWorkFolder', () => {
  it('removes what a process that is gone left, and leaves the rest alone', async () => {
    const others = [`worker-image-${GONE_PID}`, `worker-media-${GONE_PID}`, 'worker-image-1', 'notes'];
    for (const name of others) {
      await mkdir(join(root, name));
      await writeFile(join(root, name, 'file'), 'x');
    }
    const own = await prepareWorkFolder(root, 'worker-image');
    expect(own).toBe(join(root, `worker-image-${process.pid}`));
    expect(others.map((name) => existsSync(join(root, name)))).toEqual([false, true, true, true]);
  });

  it('empties its own', async () => {
    await mkdir(join(root, `worker-image-${process.pid}`, 'job-1'), { recursive: true });
    expect(existsSync(join(await prepareWorkFolder(root, 'worker-image'), 'job-1'))).toBe(false);
  });
});

describe('checkDisk', () => {
  it('passes below the limit and fails at it', async () => {
    await checkDisk(root, 100);
    await expect(checkDisk(root, 0)).rejects.toThrow('% full');
  });
});
