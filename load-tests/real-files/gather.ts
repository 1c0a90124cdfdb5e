import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { DEBIAN, NPM, PYPI, type Source } from './sources.ts';

const exec = promisify(execFile);
/** Time limit for downloading one package. */
const DOWNLOAD_MS = 180_000;
const AT_ONCE = 4;

/** Where packages come from, and how one is downloaded into a folder. */
const FETCHERS = {
  debian: (name: string, cwd: string) => exec('apt-get', ['download', name], { cwd, timeout: DOWNLOAD_MS }),
  pypi: (name: string, cwd: string) =>
    exec('/usr/bin/python3', ['-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', name, name], {
      cwd,
      timeout: DOWNLOAD_MS,
    }),
  // `npm run` passes on the cache of the calling user, who may be another one.
  npm: (name: string, cwd: string) =>
    exec('npm', ['pack', '--cache', `${cwd}/cache`, name], { cwd, timeout: DOWNLOAD_MS }),
};
const unpack = (packed: string, into: string) =>
  packed.endsWith('.deb')
    ? exec('dpkg-deb', ['-x', packed, into])
    : exec('bsdtar', ['-xf', packed, '-C', into]);

type Kind = keyof typeof FETCHERS;

/** A package that has been unpacked to a folder. */
export interface Package extends Source {
  readonly kind: Kind;
  readonly folder: string;
}

/** The licences that a Debian package's copyright file names, or undefined if it is free text. */
function licencesOf(folder: string, name: string): string | undefined {
  const file = `${folder}/usr/share/doc/${name}/copyright`;
  if (!existsSync(file)) return undefined;
  const named = readFileSync(file, 'utf8').matchAll(/^License: *(\S[^\n]{0,60})$/gm);
  return [...new Set([...named].map(([, licence = '']) => licence.trim()))].join(', ') || undefined;
}

async function fetchPackage(kind: Kind, { name, gives, licence }: Source, root: string): Promise<Package> {
  const folder = `${root}/${kind}/${name}`;
  if (!existsSync(folder)) {
    const coming = `${root}/${kind}/.${name}`;
    rmSync(coming, { recursive: true, force: true });
    mkdirSync(`${coming}/files`, { recursive: true });
    await FETCHERS[kind](name, coming);
    const packed = readdirSync(coming).find((file) => /\.(deb|tgz|tar\.\w+|zip)$/.test(file));
    await unpack(`${coming}/${packed}`, `${coming}/files`);
    renameSync(`${coming}/files`, folder);
    rmSync(coming, { recursive: true, force: true });
  }
  return { kind, name, gives, licence: licencesOf(folder, name) ?? licence, folder };
}

/** Downloaded packages, and the names of those that could not be downloaded. */
export interface Gathered {
  readonly packages: readonly Package[];
  readonly missing: readonly string[];
}

/**
 * Downloads and unpacks missing packages, without installing anything.
 *
 * @param root - folder of the gathered files
 */
export async function gather(root: string, say: (text: string) => void): Promise<Gathered> {
  const packages: Package[] = [];
  const missing: string[] = [];
  const waiting = [
    ...DEBIAN.map((source) => ({ kind: 'debian' as const, source })),
    ...PYPI.map((source) => ({ kind: 'pypi' as const, source })),
    ...NPM.map((source) => ({ kind: 'npm' as const, source })),
  ];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { kind, source } = next;
      try {
        packages.push(await fetchPackage(kind, source, root));
      } catch (error) {
        say(`${kind} ${source.name} was not downloaded: ${reasonOf(error)}`);
        missing.push(`${kind}:${source.name}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    packages: packages.toSorted((a, b) => (a.folder < b.folder ? -1 : 1)),
    missing: missing.toSorted(),
  };
}

/** The last line that a program printed as its error. */
function reasonOf(error: unknown): string | undefined {
  const printed = error instanceof Error && 'stderr' in error ? error.stderr : undefined;
  return String(printed || error)
    .trim()
    .split('\n')
    .at(-1);
}
