/**
 * Builds packages and services, only what changed: `src/**\/*.ts` to `dist/**\/*.js`, and each script that runs in a jail
 * once more as a bundle in `dist/bundles`. The web apps are built by Vite, and Node runs `packages/local-stack` as it is.
 */
import { existsSync, globSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { bundleJailed } from './bundle-jailed.ts';
import { swcOptions } from './swc.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const TEST_FILE = /\.(spec|int-spec|e2e-spec|alone-spec|conformance)\.ts$/;

const outputOf = (source: string): string => source.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root }).filter(
  (file) => !TEST_FILE.test(file) && !/^packages\/(ui|local-stack)\//.test(file),
);

const wanted = new Set(sources.map(outputOf));
for (const old of globSync('{packages,services}/*/dist/**/*.js', { cwd: root })) {
  if (!wanted.has(old) && !old.includes('/dist/bundles/')) rmSync(join(root, old));
}

/** An output gets the modification time of its source, so that a source changed during the build is built again. */
const timeOf = (file: string): number => Math.floor(statSync(join(root, file)).mtimeMs);
const stale = sources.filter((file) => {
  const output = outputOf(file);
  return !existsSync(join(root, output)) || timeOf(output) !== timeOf(file);
});
await Promise.all(
  stale.map(async (file) => {
    const seconds = timeOf(file) / 1_000;
    const { code, map } = await transformFile(join(root, file), {
      ...swcOptions,
      filename: file,
      swcrc: false,
    });
    const output = join(root, outputOf(file));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(`${output}.map`, map ?? '');
    writeFileSync(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
    utimesSync(output, seconds, seconds);
  }),
);
await bundleJailed(root);
console.log(`built ${stale.length} of ${sources.length} files`);
