import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IMAGES, makeImages } from './archive-images.ts';
import { type RarEntry, rarFive, rarFour } from './archive-rar.ts';
import { run } from './archive-reading.ts';

/** Names that programs often mishandle, each a pattern with a number. */
const NAMES = [
  (i: number) => `日本語の ファイル ${i}.txt`,
  (i: number) => `Документы/Отчёт № ${i}.doc`,
  (i: number) => `🙂 emoji 👩‍👩‍👧 ${i}.bin`,
  (i: number) => `-rf ${i}`,
  (i: number) => `  spaces  ${i}  `,
  (i: number) => `Übergröße/été ${i}.txt`,
  (i: number) => `${i}-${'long'.repeat(60)}.txt`,
  (i: number) => `${'folder/'.repeat(20)}${i}.txt`,
  (i: number) => `'"$HOME;&|<>*?[]{}!#%@ ${i}.txt`,
  (i: number) => `한국어/العربية/${i}`,
];
/** Files; with their folders an archive of them has more than 1,000 entries. */
const FILES = 980;
/** Even seconds, because old RARs store two-second steps. */
const FIRST_SECOND = 1_000_000_000;

/** The expected properties of one entry. */
interface Original {
  readonly name: string;
  readonly data: Buffer;
  readonly mode: number;
  readonly mtimeSeconds: number;
}

/** Files with names, permissions and times of all kinds. */
export const originals: readonly Original[] = Array.from({ length: FILES }, (_, i) => ({
  name: (NAMES[i % NAMES.length] as (i: number) => string)(i),
  data: Buffer.from(`${i} `.repeat(i)),
  mode: [0o644, 0o755, 0o600][i % 3] as number,
  mtimeSeconds: FIRST_SECOND + 86_402 * i,
}));

/** Commands that pack a tar. */
export const PACKED: Readonly<Record<string, string>> = {
  'tar.zst': 'zstd -c',
  'tar.lz4': 'lz4 -c',
  'tar.lzma': 'xz --format=lzma -c',
  'tar.lz': 'lzip -c',
  'tar.lzo': 'lzop -c',
  'tar.z': 'compress -c',
  'tar.br': `python3 -c 'import brotli, sys; sys.stdout.buffer.write(brotli.compress(sys.stdin.buffer.read()))'`,
};

/** Packed files without others: commands in the folder of the small files, before the path of the output. */
const ONE_FILE: Readonly<Record<string, string>> = {
  gz: 'gzip -c',
  bz2: 'bzip2 -c',
  xz: 'xz -c',
  zst: 'zstd -c -q',
  lz4: 'lz4 -c -q',
  lzma: 'xz --format=lzma -c',
  lz: 'lzip -c',
  lzo: 'lzop -c',
  z: 'compress -c',
  br: `python3 -c 'import brotli, sys; sys.stdout.buffer.write(brotli.compress(open(sys.argv[1], "rb").read()))'`,
};
/** Formats that hold one of {@link smallOnes}, the second, and no name; gzip stores it. */
export const ONE = Object.keys(ONE_FILE);

/** Commands in the tree, before the path of the archive. */
export const OTHERS: Readonly<Record<string, string>> = {
  cpio: 'find . | cpio -o --quiet -H newc -O',
  iso: 'xorriso -no_rc -as mkisofs -quiet -R -J -joliet-long -iso-level 3 . -o',
  xar: 'f() { bsdtar -cf "$1" --format=xar .; }; f',
  squashfs: 'f() { mksquashfs . "$1" -quiet -no-progress -all-root; }; f',
  wim: 'wimlib-imagex capture .',
  // A zip behind the header of an extension, whose four bytes nobody reads.
  crx: 'f() { zip -qr "$1.zip" .; { printf "Cr24\\3\\0\\0\\0\\4\\0\\0\\0four"; cat "$1.zip"; } > "$1"; }; f',
  deb: 'mkdir ../deb; cp -a . ../deb; mkdir ../deb/DEBIAN; printf "Package: x\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@example.org>\\nDescription: x\\n" > ../deb/DEBIAN/control; dpkg-deb --root-owner-group -b ../deb',
};
/** Formats whose writers mishandle unusual names: they hold the files of {@link smallOnes}. */
export const SMALL = ['cab', 'lzh', 'rpm'];

/** Kept by every format that holds folders. */
export const EMPTY_FOLDER = 'an empty folder';

/** The tree as an archive of each kind, made by other programs than ours. @returns paths by kind */
export function makeArchives(folder: string): Record<string, string> {
  const tree = join(folder, 'tree');
  for (const { name, data, mode, mtimeSeconds } of originals) {
    const path = join(tree, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
    chmodSync(path, mode);
    utimesSync(path, mtimeSeconds, mtimeSeconds);
  }
  mkdirSync(join(tree, EMPTY_FOLDER));
  const at = (name: string): string => join(folder, name);
  run('zip', ['-qr', at('in.zip'), '.'], tree);
  run('7z', ['a', '-bso0', '-bsp0', at('in.7z'), '.'], tree);
  run('bsdtar', ['-cf', at('in.tar'), '--format=pax', '.'], tree);
  run('python3', ['-c', PYTHON_TAR, at('in.tar.gz'), tree]);
  run('tar', ['-cjf', at('in.tar.bz2'), '.'], tree);
  run('tar', ['-cJf', at('in.tar.xz'), '--format=gnu', '.'], tree);
  for (const [format, pack] of Object.entries(PACKED)) {
    run('bash', ['-c', `${pack} < in.tar > in.${format}`], folder);
  }
  for (const [format, make] of Object.entries(OTHERS)) run('bash', ['-c', `${make} ../in.${format}`], tree);
  makeSmall(folder, smallOnes);
  const entries: RarEntry[] = originals.map((original) => ({ ...original, mode: 0o100000 | original.mode }));
  const all = [...entries, { name: EMPTY_FOLDER, mode: 0o40755 }];
  writeFileSync(at('in.rar'), rarFive(all));
  writeFileSync(at('in4.rar'), rarFour(all));
  const ours = ['zip', '7z', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'rar', ...SMALL];
  const every = [...ours, ...ONE, ...Object.keys(IMAGES), ...Object.keys(PACKED), ...Object.keys(OTHERS)];
  return Object.fromEntries(every.map((format) => [format, at(`in.${format}`)]));
}

const PYTHON_TAR =
  'import sys, tarfile\nwith tarfile.open(sys.argv[1], "w:gz") as t: t.add(sys.argv[2], arcname="")';

/** Even seconds, of the time zone UTC. */
export const smallOnes: readonly Original[] = [
  { name: 'one.txt', data: Buffer.from('one'), mode: 0o644, mtimeSeconds: FIRST_SECOND },
  { name: 'opt/two.bin', data: randomBytes(200_000), mode: 0o644, mtimeSeconds: FIRST_SECOND + 86_402 },
];
/** Commands in the folder of the small files, before the path of the archive. */
const SMALL_MAKERS: Readonly<Record<string, string>> = {
  cab: 'f() { gcab -c "$1" one.txt opt/two.bin; }; f',
  lzh: 'f() { lha aq "$1" one.txt opt > /dev/null; }; f',
  rpm: 'f() { rpmbuild -bb --quiet --define "_topdir $PWD/../rpm" --define "tree $PWD" ../x.spec; cp ../rpm/RPMS/noarch/x-1-1.noarch.rpm "$1"; }; f',
};
const RPM_SPEC = `Name: x
Version: 1
Release: 1
Summary: x
License: MIT
BuildArch: noarch
%description
x
%install
cp -a %{tree}/. %{buildroot}
%files
/one.txt
/opt/two.bin
`;

/**
 * Makes an archive of every kind that no program makes of the whole tree.
 *
 * @param files - with the names of {@link smallOnes}
 * @param isWanted - whether a kind is made; a large file takes long to pack with some
 */
function makeSmall(
  folder: string,
  files: readonly Original[],
  isWanted: (kind: string) => boolean = () => true,
): void {
  const tree = join(folder, 'small');
  for (const { name, data, mode, mtimeSeconds } of files) {
    const path = join(tree, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data, { mode });
    utimesSync(path, mtimeSeconds, mtimeSeconds);
  }
  writeFileSync(join(folder, 'x.spec'), RPM_SPEC);
  for (const [format, make] of Object.entries(SMALL_MAKERS))
    if (isWanted(format)) run('bash', ['-c', `${make} ../in.${format}`], tree);
  for (const [format, pack] of Object.entries(ONE_FILE))
    if (isWanted(format)) run('bash', ['-c', `${pack} opt/two.bin > ../in.${format}`], tree);
  if (Object.keys(IMAGES).some(isWanted)) makeImages(folder);
}

const { deb: _, cpio: __, ...SMALL_OTHERS } = OTHERS;
/** Kinds of {@link makeSmallArchives}. */
export const SMALL_KINDS: readonly string[] = [
  ...SMALL,
  ...ONE,
  ...Object.keys(IMAGES),
  ...Object.keys(SMALL_OTHERS),
];

/**
 * Small archives of every kind that no code of these tests writes.
 *
 * @param data - of the second file
 * @param isWanted - whether a kind is made
 * @returns paths by kind, also of those that are not made
 */
export function makeSmallArchives(
  folder: string,
  data: Buffer,
  isWanted: (kind: string) => boolean = () => true,
): Record<string, string> {
  makeSmall(
    folder,
    smallOnes.map((one, index) => (index === 0 ? one : { ...one, data })),
    isWanted,
  );
  for (const [format, make] of Object.entries(SMALL_OTHERS))
    if (isWanted(format)) run('bash', ['-c', `${make} ../in.${format}`], join(folder, 'small'));
  return Object.fromEntries(SMALL_KINDS.map((kind) => [kind, join(folder, `in.${kind}`)]));
}
