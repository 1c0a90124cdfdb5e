import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JailRequest, StandbyRequest } from './sandbox.js';

/** Paths inside the jail. */
const APP = '/app';
/** Node inside a jail that shows `nodeFiles`. */
export const JAILED_NODE = `${APP}/node`;
/**
 * For a script that ends by itself. No address space for WebAssembly; none of V8's threads: when it ends, Node 24 waits
 * for them, and under load about one job in ten that unpacked gzip never ended, with one of them asleep in a futex.
 * Without these threads, all of 60 jobs ended.
 */
export const JAILED_NODE_FLAGS = ['--disable-wasm-trap-handler', '--single-threaded'] as const;

/** A script, and what a jail must show so that Node can run it. */
export interface JailedScript {
  /** Inside the jail. */
  readonly path: string;
  readonly readOnly: NonNullable<JailRequest['readOnly']>;
}

/**
 * What starts a script of ours that stands by: without arguments it loads its modules and waits for those of its job on
 * standard input.
 *
 * @param flags - for Node, in addition to {@link JAILED_NODE_FLAGS}
 */
export const waitingScript = (script: JailedScript, ...flags: readonly string[]) =>
  ({
    program: JAILED_NODE,
    waitsWith: [...JAILED_NODE_FLAGS, ...flags, script.path],
    readOnly: script.readOnly,
  }) satisfies Partial<StandbyRequest>;

interface Manifest {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What a jail needs to run a script: Node, the service's `dist/bundles` as built, and the compiled parts of libraries, which
 * no bundle can hold.
 *
 * @param service - the folder of the service
 * @param script - its name in `dist/bundles`
 * @param compiled - libraries that name their binaries, one for each platform, as optional dependencies
 * @throws {Error} if the service is not built, or a library has no binary for this platform
 */
export function nodeFiles(service: URL, script: string, compiled: readonly string[] = []): JailedScript {
  const root = fileURLToPath(service);
  const bundles = join(root, 'dist/bundles');
  if (!existsSync(join(bundles, script))) {
    throw new Error(`${join(bundles, script)} is missing; run the build first`);
  }
  return {
    path: `${APP}/bundles/${script}`,
    readOnly: [
      { source: realpathSync(process.execPath), target: JAILED_NODE },
      { source: join(root, 'package.json'), target: `${APP}/package.json` },
      { source: bundles, target: `${APP}/bundles` },
      ...compiled.flatMap((name) => binariesOf(root, name)),
    ],
  };
}

function binariesOf(root: string, library: string): { source: string; target: string }[] {
  const folder = folderOf(root, library);
  const found = new Map(folder ? installedBinaries(folder) : []);
  if (found.size === 0) throw new Error(`The library ${library} has no binary for this platform`);
  return [...found].map(([name, source]) => ({ source, target: `${APP}/node_modules/${name}` }));
}

/** The optional dependencies that are installed, and theirs. */
function installedBinaries(from: string): [string, string][] {
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest;
  return Object.keys(manifest.optionalDependencies ?? {}).flatMap((name) => {
    const folder = folderOf(from, name);
    return folder ? [[name, folder] as [string, string], ...installedBinaries(folder)] : [];
  });
}

function folderOf(from: string, name: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const place = places.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  return place && realpathSync(place);
}
