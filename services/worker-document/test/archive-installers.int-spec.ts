import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { membersOf, run } from './archive-reading.js';
import { makeSmallArchives } from './archive-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'installers-'));
const KINDS = ['dmg', 'msi', 'crx'];
const archives = makeSmallArchives(folder, Buffer.alloc(200_000, 'two'), (kind) => KINDS.includes(kind));
let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function filesIn(input: string, from: string): Promise<string[]> {
  const { outputs } = await converter.convert({ input, from, to: 'tar' });
  const members = membersOf(outputs[0]?.path as string, 'tar');
  return members
    .filter(({ type }) => type === 'file')
    .map(({ name }) => name)
    .toSorted();
}

describe('a disk image of Apple', () => {
  it('is one to another program too, with the same disk in it', () => {
    const disk = join(folder, 'disk.img');
    run('dmg2img', ['-s', archives.dmg as string, disk]);
    const original = readFileSync(`${archives.dmg}.hfs`);
    expect(readFileSync(disk).subarray(0, original.length).equals(original)).toBe(true);
  });

  it('becomes files in a folder named like the volume', async () => {
    expect(await filesIn(archives.dmg as string, 'dmg')).toEqual(['FILES/one.txt', 'FILES/opt/two.bin']);
  });

  it('is refused if its blocks are broken', async () => {
    const bytes = readFileSync(archives.dmg as string);
    bytes.fill(0x55, 200, 600);
    await expect(converter.convertBytes(bytes, { from: 'dmg', to: 'zip' })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});

describe('an installer of Windows', () => {
  it('becomes the files that it would install, as another program names them', async () => {
    const listed = run('msiextract', ['--list', archives.msi as string]);
    const names = await filesIn(archives.msi as string, 'msi');
    expect(names).toEqual(['one.txt', 'opt/two.bin']);
    for (const name of names) expect(listed).toContain(name);
  });

  it('with a folder that leads out of it puts the files into the one above', async () => {
    const source = readFileSync(join(folder, 'files.wxs'), 'utf8');
    writeFileSync(join(folder, 'evil.wxs'), source.replace('Name="opt"', 'Name=".."'));
    run('wixl', ['-o', '../evil.msi', '../evil.wxs'], join(folder, 'small'));
    expect(await filesIn(join(folder, 'evil.msi'), 'msi')).toEqual(['one.txt', 'two.bin']);
  });

  it('is refused if it is cut', async () => {
    const bytes = readFileSync(archives.msi as string);
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    await expect(converter.convertBytes(cut, { from: 'msi', to: 'zip' })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});
