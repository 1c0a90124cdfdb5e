import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@filemill/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Leftovers } from './workspace.js';

let root: string;
let job: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'leftovers-'));
  job = join(root, 'closed', 'job-1');
  await mkdir(job, { recursive: true });
  await writeFile(join(job, 'file'), 'x');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the folder of a job', () => {
  const leftovers = new Leftovers(createLogger('test', 'silent'));

  it('is removed at once', async () => {
    await leftovers.remove(job);
    expect(existsSync(job)).toBe(false);
  });

  it('is removed later, without an error, if that is not possible yet', async () => {
    await chmod(join(root, 'closed'), 0o500);
    await leftovers.remove(job);
    expect(existsSync(job)).toBe(true);
    await chmod(join(root, 'closed'), 0o700);
    for (let tries = 0; tries < 100 && existsSync(job); tries++) await sleep(100);
    expect(existsSync(job)).toBe(false);
  });
});
