import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JailRequest } from '../sandbox.js';

/** Where things lie inside the jail. */
const APP = '/app';
/** Node inside a jail that shows `nodeFiles`. */
export const JAILED_NODE = `${APP}/node`;

/** A script, and what a jail must show so that Node can run it. */
export interface JailedScript {
  /** Inside the jail. */
  readonly path: string;
  readonly readOnly: NonNullable<JailRequest['readOnly']>;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What a jail needs to run a script: Node, the service's `dist/jailed` as built, and the libraries that it imports with
 * theirs, laid out flat however the package manager keeps them.
 *
 * @param service - the folder of the service
 * @param script - its name in `dist/jailed`
 * @throws {Error} if the service is not built, or two versions of one library would be needed
 */
export function nodeFiles(service: URL, script: string, libraries: readonly string[]): JailedScript {
  const root = fileURLToPath(service);
  const scripts = join(root, 'dist/jailed');
  if (!existsSync(join(scripts, script))) {
    throw new Error(`${join(scripts, script)} is missing; run the build first`);
  }
  const found = new Map<string, string>();
  for (const name of libraries) collect(root, name, false, found);
  return {
    path: `${APP}/jailed/${script}`,
    readOnly: [
      { source: realpathSync(process.execPath), target: JAILED_NODE },
      { source: join(root, 'package.json'), target: `${APP}/package.json` },
      { source: scripts, target: `${APP}/jailed` },
      ...[...found].map(([name, source]) => ({ source, target: `${APP}/node_modules/${name}` })),
    ],
  };
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
