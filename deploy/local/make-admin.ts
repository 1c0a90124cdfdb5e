/**
 * `npm run make-admin -- <email>`: makes an administrator in the Filemill that runs on this machine. The rest of the
 * arguments are those of `services/accounts/src/make-admin.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  DATA,
  databaseUrl,
  listens,
  loadSecrets,
  main,
  NODE,
  type Ports,
  Problem,
  runInTerminal,
  runUnprivileged,
  secretOf,
} from '@filemill/local-stack';

/** Second stage: as the user to whom the data belongs. */
const WORK = '--stage=work';
const SCRIPT = 'deploy/local/make-admin.ts';

/** The ports of the running stack. @throws {Problem} if there is none */
async function runningPorts(): Promise<Ports> {
  const file = `${DATA}/state.json`;
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { ports: Ports }) : undefined;
  if (state && (await listens(state.ports.postgres))) return state.ports;
  throw new Problem('Filemill is not running: start it with npm start, and call this while it runs.');
}

async function makeAdmin(args: readonly string[]): Promise<number> {
  const ports = await runningPorts();
  const secrets = loadSecrets(DATA);
  return runInTerminal([NODE, 'services/accounts/dist/make-admin.js', ...args], {
    DATABASE_URL: databaseUrl('accounts', ports, secrets),
    REDIS_URL: `redis://:${secretOf(secrets, 'redis')}@127.0.0.1:${ports.redis}`,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  });
}

await main(async () => {
  const args = process.argv.slice(2);
  const code = args.includes(WORK)
    ? await makeAdmin(args.filter((arg) => arg !== WORK))
    : await runUnprivileged(NODE, SCRIPT, [...args, WORK]);
  process.exit(code);
});
