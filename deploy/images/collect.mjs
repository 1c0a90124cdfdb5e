/**
 * `node deploy/images/collect.mjs <folder>`: for each image a folder with the services that it runs, the packages they
 * are made of, and the libraries of those, without anything that only builds or tests. All times are SOURCE_DATE_EPOCH.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/paths.mjs';
import { CONTENTS } from './contents.mjs';

const [out] = process.argv.slice(2);
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? 0);

const manifestOf = (folder) => JSON.parse(readFileSync(`${ROOT}/${folder}/package.json`, 'utf8'));
const folders = ['packages', 'services'].flatMap((parent) =>
  readdirSync(`${ROOT}/${parent}`)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(`${ROOT}/${folder}/package.json`)),
);
const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));

/** A folder of the workspace and all that it is made of. */
function withDependencies(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const [name, version] of Object.entries(manifestOf(folder).dependencies ?? {}))
    if (version.startsWith('workspace:')) withDependencies(folderOf.get(name), found);
  return found;
}

/** Sources, tests and what helps tests stay behind. */
const runs = (folder) => (path) => {
  const inside = path.slice(`${ROOT}/${folder}/`.length);
  return !/^(src|test|bench|node_modules)(\/|$)|^dist\/testing[./]|\.(ts|c|h|cpp|hpp|sh)$/.test(inside);
};

function setTimes(path) {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lutimesSync(join(entry.parentPath, entry.name), seconds, seconds);
  lutimesSync(path, seconds, seconds);
}

for (const [image, { services, files }] of Object.entries(CONTENTS)) {
  const target = `${out}/${image}`;
  mkdirSync(target, { recursive: true });
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    cpSync(`${ROOT}/${file}`, `${target}/${file}`);
  const parts = new Set(services.flatMap((name) => [...withDependencies(`services/${name}`)]));
  for (const folder of parts)
    cpSync(`${ROOT}/${folder}`, `${target}/${folder}`, { recursive: true, filter: runs(folder) });
  for (const file of files) cpSync(`${ROOT}/${file}`, `${target}/${file}`, { recursive: true });

  const filters = services.flatMap((name) => ['--filter', `${manifestOf(`services/${name}`).name}...`]);
  const flags = ['--prod', '--frozen-lockfile', '--offline', '--ignore-scripts'];
  execFileSync('pnpm', ['install', ...flags, ...filters], { cwd: target, stdio: 'inherit' });
  // What pnpm notes for itself, with the time.
  for (const file of ['.modules.yaml', '.pnpm-workspace-state-v1.json', '.pnpm/lock.yaml'])
    rmSync(`${target}/node_modules/${file}`, { force: true });
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) rmSync(`${target}/${file}`);
  setTimes(target);
}
