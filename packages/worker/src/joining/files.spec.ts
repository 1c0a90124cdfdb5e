import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@filemill/formats';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFiles, distinctNames } from './files.js';

const NOW = Date.parse('2026-11-21T01:17:30Z');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const format = registry.format('zip');
if (!format) throw new Error('no zip');

async function tarOf(files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<string> {
  const parts = [];
  for (const [file, [fileName, bytes]] of files.entries()) {
    const path = join(folder, `part-${file}`);
    await writeFile(path, bytes);
    parts.push({
      file,
      path,
      format: format as NonNullable<typeof format>,
      facts: {},
      fileName,
      uploaded: undefined,
    });
  }
  const outputPath = join(folder, `${Math.random()}.tar`);
  const request = { folder: { in: folder, out: folder }, parts, outputPath, options: {}, final: true };
  await createFiles({ nowMs: () => NOW }).join(
    { ...request, deadlineMs: NOW + 1_000 },
    new AbortController().signal,
    () => undefined,
  );
  return outputPath;
}

const list = (path: string): string[] =>
  execFileSync('tar', ['--utc', '-tvf', path], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } })
    .trim()
    .split('\n');

describe('the joiner of files', () => {
  it('writes a tar that another program reads: names, sizes, time and bytes', async () => {
    const long = `${'ö'.repeat(120)}.txt`;
    const path = await tarOf([
      ['a.txt', Buffer.from('one')],
      [long, Buffer.alloc(512, 'x')],
      ['empty', Buffer.alloc(0)],
    ]);
    expect(list(path).map((line) => line.split(/ +/).slice(2).join(' '))).toEqual([
      '3 2026-11-21 01:17 a.txt',
      `512 2026-11-21 01:17 ${long}`,
      '0 2026-11-21 01:17 empty',
    ]);
    expect(execFileSync('tar', ['-xOf', path, 'a.txt'], { encoding: 'utf8' })).toBe('one');
  });
});

describe('distinctNames', () => {
  it('numbers names that some systems take for the same', () => {
    expect(distinctNames(['a.png', 'A.png', 'a (2).png', 'a.png', '.env', '.env', 'b'])).toEqual([
      ...['a.png', 'A (2).png', 'a (2) (2).png', 'a (3).png', '.env', '.env (2)', 'b'],
    ]);
  });
});
