/**
 * Prepares the checkout for one command, and runs the command's script: `prepare.ts [--testing] [--after=<script>] <script>
 * [arguments]`, started by `enter.mjs`. This user installs and builds; then `script` runs as a user without privileges,
 * and `--after` at last as this user again, who may write into the checkout. `--testing` also installs the programs of the
 * tests. With `--tool`, only the libraries are installed, and the script runs as this user.
 *
 * It runs before the libraries are installed, so it imports nothing but files of this package and of Node.
 */

import { NODE } from '../ground/paths.ts';
import { main, Problem } from '../ground/report.ts';
import { buildAll, installLibraries } from './build.ts';
import { ensureDebianPackages } from './debian.ts';
import { runInTerminal, runUnprivileged } from './user.ts';

await main(async () => {
  const words = process.argv.slice(2);
  const scriptIndex = words.findIndex((word) => !word.startsWith('--'));
  const flags = words.slice(0, scriptIndex);
  const [script, ...args] = words.slice(scriptIndex);
  if (scriptIndex < 0 || !script) throw new Problem('Name the script that is to be run.');
  if (flags.includes('--tool')) {
    await installLibraries();
    process.exit(await runInTerminal([NODE, script, ...args]));
  }
  await ensureDebianPackages({ isTesting: flags.includes('--testing') });
  await buildAll();
  const code = await runUnprivileged(NODE, script, args);
  const after = flags.find((flag) => flag.startsWith('--after='))?.slice('--after='.length);
  if (after) await runInTerminal([NODE, after, ...args]);
  process.exit(code);
});
