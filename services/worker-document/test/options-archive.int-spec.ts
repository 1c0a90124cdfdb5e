import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { tarOf } from './archive-hostile.js';
import { membersOf, run } from './archive-reading.js';

let converter: Converter;
const ENTRIES = [
  'a/one.txt',
  'b/one.txt',
  '.git/config',
  '__MACOSX/._one.txt',
  'a/.DS_Store',
  'b/Thumbs.db',
  'two.txt',
];
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  const entries = ENTRIES.map((name) => ({ name, data: Buffer.from(`${name} `.repeat(2_000)) }));
  writeFileSync(join(converter.folder, 'in.tar'), tarOf(entries));
  writeFileSync(join(converter.folder, 'system.tar'), tarOf([{ name: '.DS_Store', data: Buffer.from('x') }]));
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(to: string, options: Options, name = 'in.tar') {
  const { outputs, losses } = await converter.convert({
    input: join(converter.folder, name),
    from: 'tar',
    to,
    options,
  });
  return { path: outputs[0]?.path ?? '', losses: losses.map(({ code }) => code) };
}
const filesOf = (path: string, format: string): string[] =>
  membersOf(path, format)
    .filter(({ type }) => type === 'file')
    .map(({ name }) => name)
    .sort();

describe.each(['zip', '7z', 'tar.gz', 'cpio'])('an archive in %s', (to) => {
  it('has no files of systems on request', async () => {
    const { path, losses } = await convert(to, { exclude: 'system' });
    expect(filesOf(path, to)).toEqual(['.git/config', 'a/one.txt', 'b/one.txt', 'two.txt']);
    expect(losses).not.toContain('unsafe_names_dropped');
  });

  it('has no hidden files on request', async () => {
    const { path } = await convert(to, { exclude: 'hidden' });
    expect(filesOf(path, to)).toEqual(['a/one.txt', 'b/one.txt', 'two.txt']);
  });

  it('has all files side by side on request, each under a name of its own', async () => {
    const { path, losses } = await convert(to, { folders: 'drop', exclude: 'hidden' });
    expect(filesOf(path, to)).toEqual(['one (2).txt', 'one.txt', 'two.txt']);
    expect(losses).toContain('names_numbered');
  });

  it('with nothing left is refused', async () => {
    const made = convert(to, { exclude: 'system' }, 'system.tar');
    await expect(made).rejects.toMatchObject({ code: 'OPTION_INVALID', params: { field: 'exclude' } });
  });
});

describe('the packing', () => {
  it('of a zip is stored on request', async () => {
    const methods = (path: string) =>
      run('python3', [
        '-c',
        'import sys, zipfile; print({i.compress_type for i in zipfile.ZipFile(sys.argv[1]).infolist() if not i.is_dir()})',
        path,
      ]).toString();
    expect(methods((await convert('zip', {})).path)).toContain('8');
    expect(methods((await convert('zip', { method: 'store' })).path)).toContain('{0}');
  });

  it.each([
    ['lzma2', 'LZMA2'],
    ['lzma', 'LZMA:'],
    ['bzip2', 'BZip2'],
    ['ppmd', 'PPMD'],
    ['deflate', 'Deflate'],
    ['store', 'Copy'],
  ])('of a 7z is %s', async (method, shown) => {
    for (const level of [1, 9]) {
      const { path } = await convert('7z', { method, level });
      expect(run('7z', ['l', '-slt', path]).toString()).toMatch(new RegExp(`^Method = ${shown}`, 'm'));
      expect(filesOf(path, '7z')).toHaveLength(ENTRIES.length);
    }
  });

  it('of a 7z keeps files apart on request', async () => {
    const solid = async (options: Options) =>
      run('7z', ['l', '-slt', (await convert('7z', options)).path]).toString();
    expect(await solid({})).toMatch(/^Solid = \+$/m);
    expect(await solid({ solid: false })).toMatch(/^Solid = -$/m);
  });

  it('is smaller at a higher level', async () => {
    const sizeOf = async (level: number) => readFileSync((await convert('zip', { level })).path).length;
    expect(await sizeOf(9)).toBeLessThanOrEqual(await sizeOf(1));
  });
});
