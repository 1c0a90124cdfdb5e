/**
 * `node deploy/images/collect.ts <folder>`: writes a folder for each image with its services, the packages that they use and
 * the libraries of both, without anything that is only for builds or tests. All times are SOURCE_DATE_EPOCH.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@filemill/local-stack';
import { CONTENTS } from './contents.ts';

/** What is read of a package.json. */
interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const [out] = process.argv.slice(2);
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? 0);

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${ROOT}/${folder}/package.json`, 'utf8'));
const folders = ['packages', 'services'].flatMap((parent) =>
  readdirSync(`${ROOT}/${parent}`)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(`${ROOT}/${folder}/package.json`)),
);
const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));

/** Adds a folder of the workspace and those of the packages that it uses. */
function addWithDependencies(folder: string, found: Set<string>): void {
  if (found.has(folder)) return;
  found.add(folder);
  for (const [name, version] of Object.entries(manifestOf(folder).dependencies ?? {})) {
    const dependency = version.startsWith('workspace:') ? folderOf.get(name) : undefined;
    if (dependency) addWithDependencies(dependency, found);
  }
}

/** Whether a file of a folder is needed at run time: no sources, no tests and nothing that helps tests. */
const isForRunTime = (folder: string, path: string): boolean => {
  const inside = path.slice(`${ROOT}/${folder}/`.length);
  return !/^(src|test|bench|node_modules)(\/|$)|^dist\/testing[./]|\.(ts|c|h|cpp|hpp|sh)$/.test(inside);
};

function setTimes(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lutimesSync(join(entry.parentPath, entry.name), seconds, seconds);
  lutimesSync(path, seconds, seconds);
}

for (const [image, { services, files }] of Object.entries(CONTENTS)) {
  const target = `${out}/${image}`;
  mkdirSync(target, { recursive: true });
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    cpSync(`${ROOT}/${file}`, `${target}/${file}`);
  const parts = new Set<string>();
  for (const name of services) addWithDependencies(`services/${name}`, parts);
  for (const folder of parts)
    cpSync(`${ROOT}/${folder}`, `${target}/${folder}`, {
      recursive: true,
      filter: (path) => isForRunTime(folder, path),
    });
  for (const file of files) cpSync(`${ROOT}/${file}`, `${target}/${file}`, { recursive: true });

  const filters = services.flatMap((name) => ['--filter', `${manifestOf(`services/${name}`).name}...`]);
  const flags = ['--prod', '--frozen-lockfile', '--offline', '--ignore-scripts'];
  execFileSync('pnpm', ['install', ...flags, ...filters], { cwd: target, stdio: 'inherit' });
  // pnpm's own records, which contain the time.
  for (const file of ['.modules.yaml', '.pnpm-workspace-state-v1.json', '.pnpm/lock.yaml'])
    rmSync(`${target}/node_modules/${file}`, { force: true });
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) rmSync(`${target}/${file}`);
  setTimes(target);
}
