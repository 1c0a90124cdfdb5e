import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NODE, ROOT, TOOLCHAIN, toolchainPath } from '../ground/paths.ts';
import { step } from '../ground/report.ts';
import { run } from '../ground/run.ts';

/** Runs `work` unless its input files are unchanged since it last succeeded. */
async function whenChanged(
  name: string,
  files: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const { mtimeMs, size } = statSync(`${ROOT}/${file}`);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  const stamp = `${TOOLCHAIN}/built-${name}`;
  const digest = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await work();
  writeFileSync(stamp, digest);
}

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (path: string) => /(^|\/)(node_modules|dist)$/.test(path) });

/** The libraries of all packages, where their manifests have changed. */
export function installLibraries(): Promise<void> {
  const manifests = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...find('{.,packages/*,services/*,apps/*}/package.json'),
  ];
  const env = { PATH: toolchainPath(), CI: 'true' };
  return whenChanged('libraries', manifests, () =>
    step('Installing libraries', () => run('pnpm', ['install', '--frozen-lockfile'], { cwd: ROOT, env })),
  );
}

/** Libraries, packages and services, the native parts of the workers, the applications. */
export async function buildAll(): Promise<void> {
  const env = { PATH: toolchainPath(), CI: 'true' };
  await installLibraries();
  await step('Building', () => run(NODE, ['deploy/build.ts'], { cwd: ROOT, env }));
  const confinement = find('packages/worker/native/*.h');
  for (const script of find('{packages,services}/*/native/build.sh').sort()) {
    const folder = dirname(script);
    const name = folder.split('/')[1];
    const sources = find(`${folder}/*.{c,h,cpp,hpp,sh}`);
    await whenChanged(`native-${name}`, [...new Set([...sources, ...confinement])], () =>
      step(`Compiling the native part of ${name}`, () => run('sh', [script], { cwd: ROOT, env })),
    );
  }
  const shared = find('packages/{ui,web-client}/src/**/*');
  for (const manifest of find('apps/*/package.json').sort()) {
    const folder = dirname(manifest);
    const name = folder.slice('apps/'.length);
    const sources = [...shared, ...find(`${folder}/{src,public,locales}/**/*`)].filter((file) =>
      statSync(`${ROOT}/${file}`).isFile(),
    );
    await whenChanged(name, [...sources, ...find(`${folder}/*.{html,ts,json,mjs}`)], () =>
      step(`Building the ${name} application`, () =>
        run('pnpm', ['--filter', `./${folder}`, 'build'], { cwd: ROOT, env }),
      ),
    );
  }
}
