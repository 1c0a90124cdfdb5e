/**
 * Brings the database up to date and ends: every service's migrations, by `<SERVICE>_DATABASE_URL`, the same address that
 * the service is given as DATABASE_URL. With DATABASE_OWNER_URL, a role that may make roles and databases, the services'
 * roles and schemas are made first, with the passwords that stand in those addresses.
 */
import { execFileSync } from 'node:child_process';
import { SCHEMAS, setUpRoles } from '../../packages/database/dist/index.js';

const addressOf = (service) => {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const address = URL.parse(process.env[name] ?? '');
  if (address) return address;
  console.error(`${name} must be the address of a Postgres database`);
  process.exit(78); // EX_CONFIG, as the services do
};
const addresses = Object.fromEntries(SCHEMAS.map((service) => [service, addressOf(service)]));

const owner = URL.parse(process.env.DATABASE_OWNER_URL ?? '');
if (owner) {
  const passwords = Object.fromEntries(
    SCHEMAS.map((service) => [service, decodeURIComponent(addresses[service].password)]),
  );
  const connection = {
    host: owner.hostname,
    port: Number(owner.port || 5432),
    user: decodeURIComponent(owner.username),
    password: decodeURIComponent(owner.password),
    database: owner.pathname.slice(1) || 'postgres',
    ssl: (owner.searchParams.get('sslmode') ?? 'disable') !== 'disable',
  };
  await setUpRoles(connection, addresses.usage.pathname.slice(1), passwords);
}
for (const service of SCHEMAS) {
  const script = new URL(`../../services/${service}/dist/migrate.js`, import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: addresses[service].href };
  execFileSync(process.execPath, [script], { env, stdio: 'inherit' });
}
