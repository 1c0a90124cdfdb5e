import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@filemill/catalogue';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { membersOf, openByOthers } from './archive-reading.js';
import { makeArchives, originals } from './archive-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
const inputs = makeArchives(folder);
const pairs = registry.pairs().filter(({ input }) => input.category === 'archive');

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const wanted = originals
  .map(({ name, data, mode, mtimeSeconds }) => ({ name, mode, mtime: mtimeSeconds, sha256: sha256(data) }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

function expectAll(path: string, format: string): void {
  openByOthers(path);
  const members = membersOf(path, format);
  const files = members
    .filter(({ type }) => type === 'file')
    .map(({ name, mode, mtime, sha256 }) => ({ name, mode, mtime, sha256 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(files).toEqual(wanted);
  expect(members.filter(({ type }) => type === 'folder').map(({ name }) => name)).toContain(
    'an empty folder',
  );
  expect(members.filter(({ type }) => type === 'other')).toEqual([]);
}

describe('every pair of archives, with 1,000 entries in odd names', () => {
  it('is of six formats that are written and seven that are read', () => {
    expect(pairs).toHaveLength(36);
  });

  it.concurrent.each(pairs.map(({ input, output }) => [input.id, output.id] as const))(
    '%s becomes %s with every byte, name, time and mode',
    async (from, to) => {
      const { outputs, losses } = await converter.convert({ input: inputs[from] as string, from, to });
      expectAll(outputs[0]?.path as string, to);
      const owners = losses.filter(({ code }) => !code.startsWith('owner') && code !== 'times_rounded');
      expect(owners).toEqual([]);
    },
  );

  it('the RAR of before 2013 becomes tar.gz as well', async () => {
    const input = join(folder, 'in4.rar');
    const { outputs } = await converter.convert({ input, from: 'rar', to: 'tar.gz' });
    expectAll(outputs[0]?.path as string, 'tar.gz');
  });
});
