import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { declared } from '@filemill/formats/testing';
import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { tarOf } from './archive-hostile.js';
import { IMAGES } from './archive-images.js';
import { membersOf, openByOthers, run } from './archive-reading.js';
import { EMPTY_FOLDER, makeArchives, ONE, originals, SMALL, smallOnes } from './archive-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
const inputs = makeArchives(folder);

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const filesOf = (all: typeof originals) =>
  all
    .map(({ name, data, mode, mtimeSeconds }) => ({
      // A name that looks like an option is changed, and the change is reported.
      name: name.replace(/^-/, '_'),
      mode,
      mtime: mtimeSeconds,
      sha256: sha256(data),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
const expectedFiles = filesOf(originals);
const expectedSmall = filesOf(smallOnes);
/** Formats for Windows and DOS, which have no permissions. */
const WITHOUT_MODES = ['cab', 'lzh', 'wim', ...ONE];

type Expected = (typeof expectedFiles)[number];
type Lacking = 'modes' | 'times' | 'folders';

/** What a format holds of a file. */
const heldOf = (lacks: readonly Lacking[], { name, mode, mtime, sha256 }: Expected): object => ({
  name: lacks.includes('folders') ? basename(name) : name,
  sha256,
  ...(!lacks.includes('modes') && { mode }),
  ...(!lacks.includes('times') && { mtime }),
});

/** @returns the share of the files that are the same */
function expectAll(path: string, format: string, from: string): number {
  openByOthers(path, format);
  const members = membersOf(path, format);
  const isSmall = isSmallOne(from);
  const lacks = IMAGES[from]?.lacks ?? (WITHOUT_MODES.includes(from) ? ['modes'] : []);
  const root = IMAGES[from]?.root ?? '';
  const files = members
    .filter(({ type }) => type === 'file')
    .map((file) => ({
      ...file,
      name: file.name.startsWith(root) ? file.name.slice(root.length) : file.name,
    })) as Expected[];
  const held = (file: Expected): object => heldOf(ONE.includes(from) ? ['modes', 'times'] : lacks, file);
  const expected = ONE.includes(from) ? theOne(from) : isSmall ? expectedSmall : expectedFiles;
  const inOrder = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(inOrder.map(held)).toEqual(expected.map(held));
  const folders = members.filter(({ type }) => type === 'folder').map(({ name }) => name);
  if (!isSmall) expect(folders).toContain(EMPTY_FOLDER);
  expect(members.filter(({ type }) => type === 'other')).toEqual([]);
  const sums = new Set(files.map(({ sha256 }) => sha256));
  return expected.filter(({ sha256 }) => sums.has(sha256)).length / expected.length;
}

/** Formats whose samples hold {@link smallOnes}, all or one of them. */
const isSmallOne = (from: string): boolean => [...SMALL, ...ONE, ...Object.keys(IMAGES)].includes(from);
const theOne = (from: string): Expected[] =>
  expectedSmall.slice(1).map((file) => ({ ...file, name: from === 'gz' ? 'two.bin' : 'file' }));

/** The archive in which a comic holds its pages; the files of an archive are listed by the service. */
const SAME: Readonly<Record<string, string>> = {
  cbz: 'zip',
  cbr: 'rar',
  cb7: '7z',
  cbt: 'tar',
  files: 'zip',
};

describe('every pair of archive formats, with 1,000 entries with unusual names', () => {
  provePairs(
    (route) => route.input.category === 'archive' && !isRepacking(route),
    async ({ input: { id: from }, output: { id: to } }) => {
      const { outputs, losses } = await converter.convert({ input: inputs[from] as string, from, to });
      const likeness = expectAll(outputs[0]?.path as string, SAME[to] ?? to, from);
      const others = losses.filter(({ code }) => !code.startsWith('owner') && code !== 'times_rounded');
      expect(others.map(({ code }) => code)).toEqual(isSmallOne(from) ? [] : ['names_made_safe']);
      return likeness;
    },
  );

  provePairs(
    (route) =>
      route.input.read?.archive?.as === 'comic' &&
      route.output.write?.archive !== undefined &&
      !isRepacking(route),
    async ({ input: { id: from }, output: { id: to } }) => {
      const archive = SAME[from] as string;
      const { outputs } = await converter.convert({ input: inputs[archive] as string, from, to });
      return expectAll(outputs[0]?.path as string, SAME[to] ?? to, archive);
    },
  );

  it('converts a RAR of version 4 to tar.gz', async () => {
    const input = join(folder, 'in4.rar');
    const { outputs } = await converter.convert({ input, from: 'rar', to: 'tar.gz' });
    expectAll(outputs[0]?.path as string, 'tar.gz', 'rar');
  });
});

it('converts a Debian package that installs nothing as the archive of its parts', async () => {
  const root = mkdtempSync(join(folder, 'meta-'));
  const control =
    'Package: x\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@example.org>\\nDescription: x\\n';
  const lines = `mkdir p p/DEBIAN; printf '${control}' > p/DEBIAN/control; dpkg-deb --root-owner-group -b p meta.deb`;
  execFileSync('sh', ['-ec', lines], { cwd: root, stdio: 'ignore' });
  const { outputs } = await converter.convert({ input: join(root, 'meta.deb'), from: 'deb', to: 'zip' });
  const names = membersOf(outputs[0]?.path as string, 'zip').map(({ name }) => name);
  // 7-Zip takes the mark `debian-binary` for a part of the format.
  expect(names.map((name) => name.split('.')[0]).toSorted()).toEqual(['control', 'data']);
});

it('lists the files of an archive under safe names of their own, and leaves archives in it closed', async () => {
  const zip = readFileSync(inputs.zip as string);
  const names = [
    '../../etc/passwd',
    '/root.txt',
    'a\\b.txt',
    'twice.txt',
    'twice.txt',
    'TWICE.txt',
    'c/in.zip',
  ];
  const entries = names.map((name) => ({
    name,
    data: name.endsWith('zip') ? zip : Buffer.from(`content of ${name}`),
  }));
  writeFileSync(join(folder, 'odd.tar'), tarOf(entries));
  const { outputs, losses } = await converter.convert({
    input: join(folder, 'odd.tar'),
    from: 'tar',
    to: 'files',
  });
  const members = membersOf(outputs[0]?.path as string, 'zip');
  const found = members.map(({ name }) => name);
  expect(found.filter((name) => name.startsWith('/') || name.includes('..') || name.includes('\\'))).toEqual(
    [],
  );
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(['twice.txt', 'c/in.zip']));
  expect(members.find(({ name }) => name === 'c/in.zip')?.sha256).toBe(sha256(zip));
  expect(losses.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['unsafe_names_dropped', 'duplicates_dropped']),
  );
});

const PYTHON_TAR = `
import io, json, sys, tarfile
with tarfile.open(sys.argv[1], 'w', format=tarfile.PAX_FORMAT) as archive:
    for fields in json.loads(sys.argv[2]):
        member = tarfile.TarInfo(fields.pop('name'))
        member.size = 1
        for key, value in fields.items():
            setattr(member, key, value)
        archive.addfile(member, io.BytesIO(b'x'))
`;
/** Makes a tar with Python. @param members - fields of each TarInfo. @returns its path */
function makeTar(members: readonly object[]): string {
  const path = join(folder, `${randomUUID()}.tar`);
  run('python3', ['-c', PYTHON_TAR, path, JSON.stringify(members)]);
  return path;
}
const lossesOf = async (members: readonly object[], to: string): Promise<string[]> => {
  const { losses } = await converter.convert({ input: makeTar(members), from: 'tar', to });
  return losses.map(({ code }) => code).toSorted();
};

describe('information that the output format cannot hold', () => {
  const plain = { name: 'a', mtime: 1_000_000_000 };

  it('is not reported for a plain file', async () => {
    for (const to of ['zip', '7z', 'tar.gz']) expect(await lossesOf([plain], to)).toEqual([]);
  });

  it('is reported for each kind', async () => {
    const owned = { ...plain, uid: 1_000, uname: 'ada' };
    expect(await lossesOf([owned], '7z')).toEqual(['owners_dropped']);
    expect(await lossesOf([owned], 'zip')).toEqual(['owner_names_dropped']);
    expect(await lossesOf([owned], 'tar.gz')).toEqual([]);
    expect(await lossesOf([{ ...plain, mtime: 1e9 + 0.25 }], 'zip')).toEqual(['times_rounded']);
    expect(await lossesOf([{ ...plain, mtime: 1 }], 'zip')).toEqual(['times_out_of_range']);
    expect(await lossesOf([{ ...plain, mtime: 1 }], 'cpio')).toEqual([]);
    expect(await lossesOf([{ ...plain, mtime: -1 }], 'cpio')).toEqual(['times_out_of_range']);
    const withAttribute = { ...plain, pax_headers: { 'SCHILY.xattr.user.colour': 'blue' } };
    expect(await lossesOf([withAttribute], 'tar.xz')).toEqual(['attributes_dropped']);
  });

  it('is kept by a format that can hold it: owners, fractions of seconds, times before 1970', async () => {
    const members = [
      { name: 'a', uid: 3_000_000, gid: 7, uname: 'ada', gname: 'Größe', mtime: 1e9 + 0.25 },
      { name: 'b', mtime: -86_400, mode: 0o4755 },
    ];
    const { outputs } = await converter.convert({ input: makeTar(members), from: 'tar', to: 'tar.bz2' });
    const [first, second] = membersOf(outputs[0]?.path as string, 'tar.bz2');
    expect(first).toMatchObject({ uid: 3_000_000, gid: 7, uname: 'ada', gname: 'Größe', mtime: 1e9 + 0.25 });
    expect(second).toMatchObject({ mtime: -86_400, mode: 0o4755 });
  });
});

describe('a name with combining accents', () => {
  const DECOMPOSED = 'Gro\u0308\u00dfe.txt';
  const NORMALISED = {
    code: 'names_normalised',
    params: { count: 1 },
    message: expect.stringContaining('1 entry'),
  };
  const PYTHON_ZIP =
    'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as z:\n    for n in sys.argv[2:]: z.writestr(n, "x")';
  /** Programs that keep names unchanged make these; a second entry has a name that stays the same. */
  const MAKERS: Readonly<Record<string, (path: string) => void>> = {
    tar: (path) => run('cp', [makeTar([{ name: DECOMPOSED }, { name: 'Gr\u00f6\u00dfe' }]), path]),
    zip: (path) => run('python3', ['-c', PYTHON_ZIP, path, DECOMPOSED, 'Gr\u00f6\u00dfe']),
    '7z': (path) => {
      writeFileSync(join(folder, DECOMPOSED), 'x');
      run('7z', ['a', '-bso0', '-bsp0', path, DECOMPOSED], folder);
    },
  };

  it.each(Object.keys(MAKERS))('is composed, and the change is reported: %s', async (from) => {
    const input = join(folder, `apart.${from}`);
    MAKERS[from]?.(input);
    const { outputs, losses } = await converter.convert({ input, from, to: 'tar.gz' });
    const names = membersOf(outputs[0]?.path as string, 'tar.gz').map(({ name }) => name);
    expect(names).toContain(DECOMPOSED.normalize('NFC'));
    expect(losses.filter(({ code }) => code.startsWith('names'))).toEqual([NORMALISED]);
  });
});

describe('links and lists of files in discs', () => {
  it('are left out of a SquashFS, also those that lead out of it', async () => {
    const tree = join(folder, 'links');
    const lines = 'mkdir "$1"; cd "$1"; echo x > x; ln -s /etc/passwd far; ln -s ../.. up; mkfifo pipe';
    run('bash', ['-c', `${lines}; mksquashfs . "$1.squashfs" -quiet -no-progress`, 'bash', tree]);
    const input = `${tree}.squashfs`;
    const { outputs, losses } = await converter.convert({ input, from: 'squashfs', to: 'tar' });
    expect(
      membersOf(outputs[0]?.path as string, 'tar').filter(({ type }) => type !== 'folder'),
    ).toMatchObject([{ name: 'x', type: 'file' }]);
    expect(losses).toMatchObject([{ code: 'links_dropped', params: { count: 3 } }]);
  });

  it('keep their owners where the output holds them', async () => {
    const tree = join(folder, 'owned');
    const pack = 'mksquashfs . "$1.squashfs" -quiet -no-progress -force-uid 1000 -force-gid 7';
    run('bash', ['-c', `mkdir "$1"; cd "$1"; echo x > x; ${pack}`, 'bash', tree]);
    const converted = async (to: string) =>
      converter.convert({ input: `${tree}.squashfs`, from: 'squashfs', to });
    const { outputs, losses } = await converted('tar');
    expect(membersOf(outputs[0]?.path as string, 'tar')).toMatchObject([{ uid: 1_000, gid: 7 }]);
    expect(losses).toEqual([]);
    expect((await converted('7z')).losses).toMatchObject([{ code: 'owners_dropped', params: { count: 1 } }]);
  });

  it('in the boot area of a disc are never read', async () => {
    const disc = readFileSync(inputs.iso as string);
    disc.write('#mtree\nstolen type=file contents=/etc/passwd\n');
    const input = join(folder, 'posing.iso');
    writeFileSync(input, disc);
    const { outputs } = await converter.convert({ input, from: 'iso', to: 'tar' });
    expectAll(outputs[0]?.path as string, 'tar', 'iso');
  });
});

describe('a sparse file', () => {
  it('is converted with its holes as zeros', async () => {
    const path = join(folder, 'sparse');
    writeFileSync(path, 'begin');
    truncateSync(path, 5_000_000);
    appendFileSync(path, 'end');
    run('tar', ['-cSf', `${path}.tar`, 'sparse'], folder);
    const { outputs } = await converter.convert({ input: `${path}.tar`, from: 'tar', to: 'tar.gz' });
    const [member] = membersOf(outputs[0]?.path as string, 'tar.gz');
    expect(member).toMatchObject({ name: 'sparse', sha256: sha256(readFileSync(path)) });
  });
});

describe('a large archive', () => {
  it('with the maximum number of entries converts and reports its progress', async () => {
    const input = join(folder, 'many.tar');
    writeFileSync(input, tarOf(Array.from({ length: 9_999 }, (_, i) => ({ name: `folder/${i}` }))));
    const fractions: number[] = [];
    const { outputs } = await converter.convert({
      input,
      from: 'tar',
      to: '7z',
      onProgress: (fraction) => fractions.push(fraction),
    });
    expect(
      run('7z', ['l', '-ba', outputs[0]?.path as string])
        .trim()
        .split('\n'),
    ).toHaveLength(10_000);
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });
});

describe('the compression level', () => {
  /** Unix compress has none. */
  const PACKED_TARS = declared.formats
    .map(({ id }) => id)
    .filter((id) => id.startsWith('tar.') && id !== 'tar.z');

  it.each(['7z', 'zip', ...PACKED_TARS])(
    'makes a %s at level 9 that is not larger than at level 1',
    async (to) => {
      const input = inputs.rar as string;
      const sizeAt = async (level: number) =>
        (await converter.convert({ input, from: 'rar', to, options: { level } })).outputs[0]
          ?.sizeBytes as number;
      expect(await sizeAt(9)).toBeLessThanOrEqual((await sizeAt(1)) * 1.001);
      await expect(
        converter.convert({ input, from: 'rar', to, options: { level: 10 } }),
      ).rejects.toMatchObject({
        code: 'OPTION_INVALID',
      });
    },
  );
});
