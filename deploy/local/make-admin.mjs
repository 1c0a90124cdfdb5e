/**
 * `npm run make-admin -- <email>`: makes an administrator in the Filemill that runs on this machine. The rest of the
 * arguments are those of `services/accounts/src/make-admin.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { listens } from './databases.mjs';
import { DATA } from './paths.mjs';
import { processesOf } from './processes.mjs';
import { main, Problem } from './report.mjs';
import { loadSecrets } from './secrets.mjs';
import { NODE } from './toolchain.mjs';
import { follow, runUnprivileged } from './user.mjs';

/** Second stage: as the user to whom the data belongs. */
const WORK = '--stage=work';
const SCRIPT = 'deploy/local/make-admin.mjs';

const NOT_RUNNING = 'Filemill does not run: start it with npm start, and call this beside it.';

async function makeAdmin(args) {
  const state = `${DATA}/state.json`;
  const { url, ports } = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : {};
  if (!ports || !(await listens(ports.postgres))) throw new Problem(NOT_RUNNING);
  const options = { data: DATA, ports, secrets: loadSecrets(DATA), publicUrl: url, test: false };
  const { env } = processesOf(options).processes.find(({ name }) => name === 'accounts');
  return follow([NODE, 'services/accounts/dist/make-admin.js', ...args], { ...env, LOG_LEVEL: 'warn' });
}

await main(async () => {
  if (!existsSync(NODE)) throw new Problem(NOT_RUNNING); // it never has
  const args = process.argv.slice(2);
  const code = args.includes(WORK)
    ? await makeAdmin(args.filter((arg) => arg !== WORK))
    : await runUnprivileged(NODE, SCRIPT, [...args, WORK]);
  process.exit(code);
});
