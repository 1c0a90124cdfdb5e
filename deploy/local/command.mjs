import { ensureDebianPackages } from './debian.mjs';
import { main, Problem } from './report.mjs';
import { ensureToolchain, NODE } from './toolchain.mjs';
import { follow, runUnprivileged } from './user.mjs';

/** Stages of a command, each in a process of its own: whatever Node is there, the pinned Node, an unprivileged user. */
const BUILD = '--stage=build';
const WORK = '--stage=work';

/**
 * Runs one of the README's commands. The same script is started three times: it installs, it builds (both as the user who
 * called), and then `work` runs as a user without privileges.
 *
 * @param {string} script - path of the calling script below the checkout
 * @param {() => Promise<void>} work
 * @param {{ testing?: boolean, after?: () => Promise<void> }} options - whether the tests' programs are installed too;
 *   what is done at the end as the calling user, who may write where the other user may not
 */
export const command = (script, work, options = {}) =>
  main(async () => {
    const args = process.argv.slice(2);
    if (args.includes(WORK)) return work(args.filter((arg) => arg !== WORK));
    if (args.includes(BUILD)) {
      // Loaded here because it needs the pinned Node, and the first stage runs on whatever is there.
      const { buildAll } = await import('./build.mjs');
      await buildAll();
      const code = await runUnprivileged(NODE, script, [...args.filter((arg) => arg !== BUILD), WORK]);
      await options.after?.();
      process.exit(code);
    }
    const major = Number(process.versions.node.split('.')[0]);
    if (major < 20)
      throw new Problem(`Filemill needs Node 20 or newer to begin; this is ${process.versions.node}.`);
    await ensureDebianPackages(options);
    await ensureToolchain();
    process.exit(await follow([NODE, script, ...args, BUILD]));
  });
