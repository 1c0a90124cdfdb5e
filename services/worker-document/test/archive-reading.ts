import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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

/** All members by Python's own readers; a 7z, which Python cannot read, through bsdtar. */
export function membersOf(path: string, format: string): Member[] {
  if (format !== '7z') return JSON.parse(run('python3', [MEMBERS, format, path])) as Member[];
  const tar = `${path}.tar`;
  run('bsdtar', ['-cf', tar, '--format=pax', `@${path}`]);
  const members = membersOf(tar, 'tar');
  rmSync(tar);
  return members;
}

/** Both programs can open it and find its checksums correct. @throws {Error} if one of them does not */
export function openByOthers(path: string): void {
  run('bsdtar', ['-tf', path]);
  run('7z', ['t', '-y', path]);
}
