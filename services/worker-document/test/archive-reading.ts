import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One member as seen by a program that did not write it. */
interface Member {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'other';
  readonly mode: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly sha256: string | null;
  /** Of a tar only, like the next three. */
  readonly uid?: number;
  readonly gid?: number;
  readonly uname?: string;
  readonly gname?: string;
}

const MEMBERS = fileURLToPath(new URL('./archive-members.py', import.meta.url));
const ENV = { LANG: 'C.UTF-8', PATH: '/usr/bin' };

/** @throws {Error} with the program's message if a system program fails */
export const run = (program: string, args: readonly string[], cwd = '/'): string =>
  execFileSync(`/usr/bin/${program}`, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ENV,
    cwd,
  });

/** Commands that unpack a tar that Python cannot unpack. */
const UNPACKED: Readonly<Record<string, string>> = {
  'tar.zst': '7z x -tzstd -so',
  'tar.lz4': 'bsdcat',
  'tar.lzma': '7z x -tlzma -so',
  'tar.lz': 'bsdcat',
  'tar.lzo': 'lzop -d -c',
  'tar.z': '7z x -tZ -so',
  'tar.br':
    'python3 -c \'import brotli, sys; sys.stdout.buffer.write(brotli.decompress(open(sys.argv[1], "rb").read()))\'',
};

/** The members by Python's own readers, or those of another program than the writer. */
export function membersOf(path: string, format: string): Member[] {
  const unpack = UNPACKED[format];
  if (format === 'cpio') return membersOfCpio(path);
  if (!['7z', 'iso'].includes(format) && !unpack)
    return JSON.parse(run('python3', [MEMBERS, format, path])) as Member[];
  const tar = `${path}.tar`;
  if (unpack) run('bash', ['-c', `${unpack} "$1" > "$2"`, 'bash', path, tar]);
  else run('bsdtar', ['-cf', tar, '--format=pax', `@${path}`]);
  const members = membersOf(tar, 'tar');
  rmSync(tar);
  return members;
}

/** Unpacks with GNU cpio, and packs again: its list has no seconds. */
function membersOfCpio(path: string): Member[] {
  const folder = `${path}.d`;
  mkdirSync(folder);
  run('bash', ['-c', 'cpio -idm --quiet < "$1"', 'bash', path], folder);
  run('tar', ['-cf', `${path}.tar`, '--format=pax', '.'], folder);
  rmSync(folder, { recursive: true });
  return membersOf(`${path}.tar`, 'tar').map((member) => ({
    ...member,
    name: member.name.replace(/^\.\//, ''),
  }));
}

/** Formats that neither of the two programs of {@link openByOthers} reads whole. */
const READ_ONCE = ['tar.lz4', 'tar.lz', 'tar.lzo', 'tar.br'];

/** Both programs can open it and find its checksums correct. @throws {Error} if one of them does not */
export function openByOthers(path: string, format = ''): void {
  if (READ_ONCE.includes(format)) return; // membersOf reads all of it
  run('bsdtar', ['-tf', path]);
  run('7z', ['t', '-y', path]);
}
