import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where things lie inside the jail. */
const APP = '/app';
export const JAILED_NODE = `${APP}/node`;
export const JAILED_SCRIPT = `${APP}/jailed/main.js`;

/** A file or folder of the host and where the jail shows it, read-only. */
export interface Shown {
  readonly source: string;
  readonly target: string;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What a jail needs to run the script: Node, the script as built, and the libraries that it imports with theirs, laid
 * out flat however the package manager keeps them.
 *
 * @throws {Error} if the service is not built, or two versions of one library would be needed
 */
export function nodeFiles(libraries: readonly string[]): Shown[] {
  const service = fileURLToPath(new URL('../../', import.meta.url));
  const script = join(service, 'dist/jailed');
  if (!existsSync(join(script, 'main.js'))) throw new Error(`${script} is missing; run the build first`);
  const found = new Map<string, string>();
  for (const name of libraries) collect(service, name, false, found);
  return [
    { source: realpathSync(process.execPath), target: JAILED_NODE },
    { source: join(service, 'package.json'), target: `${APP}/package.json` },
    { source: script, target: `${APP}/jailed` },
    ...[...found].map(([name, source]) => ({ source, target: `${APP}/node_modules/${name}` })),
  ];
}

function collect(from: string, name: string, optional: boolean, found: Map<string, string>): void {
  const folder = folderOf(from, name);
  if (!folder) {
    if (optional) return;
    throw new Error(`The library ${name} is not installed`);
  }
  const before = found.get(name);
  if (before === folder) return;
  if (before) throw new Error(`Two versions of ${name} are needed in the jail: ${before} and ${folder}`);
  found.set(name, folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const other of Object.keys(manifest.dependencies ?? {})) collect(folder, other, false, found);
  // sharp names a binary for every platform; the one that is installed is ours.
  for (const other of Object.keys(manifest.optionalDependencies ?? {})) collect(folder, other, true, found);
}

function folderOf(from: string, name: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const place = places.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  return place && realpathSync(place);
}
