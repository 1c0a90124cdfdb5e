import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT, TOOLCHAIN } from './paths.mjs';
import { step } from './report.mjs';
import { run } from './run.mjs';
import { NODE, toolchainPath } from './toolchain.mjs';

/** Runs `work` unless the files it depends on are as they were when it last succeeded. */
async function whenChanged(name, files, work) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(`${ROOT}/${file}`);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  const stamp = `${TOOLCHAIN}/built-${name}`;
  const digest = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await work();
  writeFileSync(stamp, digest);
}

/** Libraries, packages and services, the native program of the document worker, the applications. */
export async function buildAll() {
  const env = { PATH: toolchainPath(), CI: 'true' };
  const find = (pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) });
  const manifests = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...find('{.,packages/*,services/*,apps/*}/package.json'),
  ];

  await whenChanged('libraries', manifests, () =>
    step('Installing libraries', () => run('pnpm', ['install', '--frozen-lockfile'], { cwd: ROOT, env })),
  );
  await step('Building', () => run(NODE, ['deploy/build.mjs'], { cwd: ROOT, env }));
  await whenChanged('native', find('services/worker-document/native/*.{c,h,cpp,hpp,sh}'), () =>
    step('Compiling the document worker’s native program', () =>
      run('sh', ['services/worker-document/native/build.sh'], { cwd: ROOT, env }),
    ),
  );
  await whenChanged('standby', find('packages/worker/native/*.{c,sh}'), () =>
    step('Compiling what makes programs stand by', () =>
      run('sh', ['packages/worker/native/build.sh'], { cwd: ROOT, env }),
    ),
  );
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
