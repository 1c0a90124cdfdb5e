import { existsSync, globSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const newestOf = (files: readonly string[]): number =>
  Math.max(...files.map((file) => Math.floor(statSync(file).mtimeMs)));

/**
 * Modules that sharp imports only for its installation. Loading Node's cryptography and child processes and comparing versions
 * would take a sixth of the start. These stubs throw when called.
 */
const ONLY_FOR_INSTALLATION = new Map([
  ['node:crypto', "export const createHash = () => { throw new Error('not in the bundle'); };"],
  ['node:child_process', "export const spawnSync = () => { throw new Error('not in the bundle'); };"],
  [
    'detect-libc',
    "export const familySync = () => 'glibc', versionSync = () => ''; export default { GLIBC: 'glibc', MUSL: 'musl', familySync, isNonGlibcLinuxSync: () => false };",
  ],
  [
    'semver',
    'export default { satisfies: () => true, coerce: (version) => ({ version }), gte: () => true };',
  ],
]);
const MARK = '\0only-for-installation:';

const leaveOutInstallation: Plugin = {
  name: 'leave-out-installation',
  resolveId: (id, importer) =>
    ONLY_FOR_INSTALLATION.has(id) && importer?.includes('/node_modules/sharp/') ? MARK + id : null,
  load: (id) => (id.startsWith(MARK) ? (ONLY_FOR_INSTALLATION.get(id.slice(MARK.length)) ?? null) : null),
};

/**
 * Bundles `services/*\/src/jailed/*.main.ts` with its libraries into `dist/bundles/*.main.js`. A process in a jail starts
 * for a single job: reading one file instead of a hundred saves a third of that start. Compiled add-ons stay outside.
 */
export async function bundleJailed(root: string): Promise<void> {
  const lock = join(root, 'pnpm-lock.yaml');
  for (const entry of globSync('services/*/src/jailed/*.main.ts', { cwd: root })) {
    const input = join(root, entry);
    const folder = join(dirname(input), '../../dist/bundles');
    const output = join(folder, basename(entry).replace(/\.ts$/, '.js'));
    const sources = globSync(`${dirname(input)}/**/*.ts`);
    // As with other outputs: it gets the modification time of its source.
    const time = newestOf([...sources, lock]);
    if (existsSync(output) && newestOf([output]) === time) continue;
    const bundle = await rolldown({
      input,
      platform: 'node',
      external: [/^@img\/sharp-/, /\.node$/],
      plugins: [leaveOutInstallation],
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      minify: { compress: true, mangle: false, codegen: true },
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
    });
    await bundle.close();
    utimesSync(output, time / 1_000, time / 1_000);
  }
}
