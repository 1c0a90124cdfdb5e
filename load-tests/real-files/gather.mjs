import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { DEBIAN, NPM, PYPI } from './sources.mjs';

const exec = promisify(execFile);
/** Time limit for downloading one package. */
const DOWNLOAD_MS = 180_000;
const AT_ONCE = 4;

const fetchers = {
  debian: (name, cwd) => exec('apt-get', ['download', name], { cwd, timeout: DOWNLOAD_MS }),
  pypi: (name, cwd) =>
    exec('/usr/bin/python3', ['-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', name, name], {
      cwd,
      timeout: DOWNLOAD_MS,
    }),
  // `npm run` hands on the cache of who called it, who may be another user.
  npm: (name, cwd) => exec('npm', ['pack', '--cache', `${cwd}/cache`, name], { cwd, timeout: DOWNLOAD_MS }),
};
const unpack = (packed, into) =>
  packed.endsWith('.deb')
    ? exec('dpkg-deb', ['-x', packed, into])
    : exec('bsdtar', ['-xf', packed, '-C', into]);

/** The licences that a Debian package's copyright file names, or undefined if it is free text. */
function licencesOf(folder, name) {
  const file = `${folder}/usr/share/doc/${name}/copyright`;
  if (!existsSync(file)) return undefined;
  const named = readFileSync(file, 'utf8').matchAll(/^License: *(\S[^\n]{0,60})$/gm);
  return [...new Set([...named].map(([, licence]) => licence.trim()))].join(', ') || undefined;
}

async function bring(kind, { name, gives, licence }, root) {
  const folder = `${root}/${kind}/${name}`;
  if (!existsSync(folder)) {
    const coming = `${root}/${kind}/.${name}`;
    rmSync(coming, { recursive: true, force: true });
    mkdirSync(`${coming}/files`, { recursive: true });
    await fetchers[kind](name, coming);
    const packed = readdirSync(coming).find((file) => /\.(deb|tgz|tar\.\w+|zip)$/.test(file));
    await unpack(`${coming}/${packed}`, `${coming}/files`);
    renameSync(`${coming}/files`, folder);
    rmSync(coming, { recursive: true, force: true });
  }
  return { kind, name, gives, licence: licencesOf(folder, name) ?? licence, folder };
}

/**
 * Downloads and unpacks missing packages, without installing anything.
 *
 * @param {string} root - folder of the gathered files
 * @param {(text: string) => void} say
 * @returns the downloaded packages, and the names of those that could not be downloaded
 */
export async function gather(root, say) {
  const came = [];
  const missing = [];
  const waiting = Object.entries({ debian: DEBIAN, pypi: PYPI, npm: NPM }).flatMap(([kind, sources]) =>
    sources.map((source) => ({ kind, source })),
  );
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { kind, source } = next;
      try {
        came.push(await bring(kind, source, root));
      } catch (error) {
        const reason = String(error.stderr || error.message)
          .trim()
          .split('\n')
          .at(-1);
        say(`${kind} ${source.name} was not downloaded: ${reason}`);
        missing.push(`${kind}:${source.name}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { came: came.toSorted((a, b) => (a.folder < b.folder ? -1 : 1)), missing: missing.toSorted() };
}
