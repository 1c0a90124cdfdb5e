import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JailRequest } from '@filemill/worker';

export const JAILED_NODE = '/app/node';
const SERVICE = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What a jail needs to run a script of `dist/jailed`: Node, the scripts as built, and the installed libraries, where
 * they lie on the host, so that links between them hold.
 *
 * @throws {Error} if the service is not built
 */
export function nodeFiles(script: string): {
  readonly path: string;
  readonly readOnly: JailRequest['readOnly'];
} {
  const folder = join(SERVICE, 'dist/jailed');
  const path = join(folder, script);
  if (!existsSync(path)) throw new Error(`${path} is missing; run the build first`);
  return {
    path,
    readOnly: [
      { source: realpathSync(process.execPath), target: JAILED_NODE },
      { source: folder },
      { source: join(SERVICE, 'package.json') },
      { source: join(SERVICE, 'node_modules') },
      { source: libraryStore() },
    ],
  };
}

/** The folder in which the package manager keeps all libraries. */
function libraryStore(): string {
  const sharp = dirname(realpathSync(createRequire(join(SERVICE, 'package.json')).resolve('sharp')));
  const parts = sharp.split(sep);
  return parts
    .slice(0, parts.lastIndexOf('node_modules', parts.lastIndexOf('node_modules') - 1) + 1)
    .join(sep);
}
