import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@filemill/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Leftovers, Workspace } from './workspace.js';

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

describe('a workspace', () => {
  /** With an upload that was given to an engine, and its accepted output. */
  async function used(outputBytes: number): Promise<{ workspace: Workspace; out: string }> {
    const workspace = new Workspace(root);
    workspace.make();
    const [input, step] = [workspace.path('input'), workspace.newStep()];
    await writeFile(input, 'x');
    expect(workspace.give(step, input, 'in.png')).toBe(join(step.in, 'in.png'));
    const made = join(step.out, 'out.webp');
    await writeFile(made, Buffer.alloc(outputBytes, 1));
    expect(workspace.take(step, made, workspace.path('sharp-1-1.webp'))).toBe(outputBytes);
    return { workspace, out: step.out };
  }

  it('is removed at once where it holds nothing but what it knows', async () => {
    const { workspace } = await used(100);
    expect(workspace.removeKnown()).toBe(true);
    expect(existsSync(workspace.root)).toBe(false);
  });

  it('is left to be removed by another thread if an engine left files, or it holds many bytes', async () => {
    const { workspace, out } = await used(100);
    await writeFile(join(out, 'more'), 'x');
    expect(workspace.removeKnown()).toBe(false);
    expect(existsSync(join(out, 'more'))).toBe(true);
    const large = await used(9 * 1024 * 1024);
    expect(large.workspace.removeKnown()).toBe(false);
    expect(existsSync(large.workspace.root)).toBe(true);
  });
});
