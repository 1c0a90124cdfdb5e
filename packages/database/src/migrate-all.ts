import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from '@filemill/platform';
import { SERVICE_NAMES, type ServiceName } from '@filemill/product';
import type pg from 'pg';
import { databaseConfig } from './data-source.js';
import { setUpRoles } from './roles.js';

/**
 * The program of the image `migrations`: runs the migrations of all services and ends. The variables hold the same addresses
 * as the services' DATABASE_URL. With DATABASE_OWNER_URL, a role that may create roles and databases, it first creates the
 * roles and schemas of the services, with the passwords in those addresses.
 */
const { DATABASE_URL } = databaseConfig;
const VARIABLES = {
  ACCOUNTS_DATABASE_URL: DATABASE_URL,
  BILLING_DATABASE_URL: DATABASE_URL,
  USAGE_DATABASE_URL: DATABASE_URL,
  ADMIN_DATABASE_URL: DATABASE_URL,
  DATABASE_OWNER_URL: DATABASE_URL.optional(),
};

function readConfig(): { addresses: Record<ServiceName, URL>; owner: URL | undefined } {
  try {
    const config = loadConfig(VARIABLES);
    return {
      addresses: {
        accounts: new URL(config.ACCOUNTS_DATABASE_URL),
        billing: new URL(config.BILLING_DATABASE_URL),
        usage: new URL(config.USAGE_DATABASE_URL),
        admin: new URL(config.ADMIN_DATABASE_URL),
      },
      owner: config.DATABASE_OWNER_URL === undefined ? undefined : new URL(config.DATABASE_OWNER_URL),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78); // EX_CONFIG, as the services do
  }
}

const passwordIn = (address: URL): string => decodeURIComponent(address.password);

const connectionTo = (address: URL): pg.ClientConfig => ({
  host: address.hostname,
  port: Number(address.port || 5432),
  user: decodeURIComponent(address.username),
  password: passwordIn(address),
  database: address.pathname.slice(1) || 'postgres',
  ssl: (address.searchParams.get('sslmode') ?? 'disable') !== 'disable',
});

const { addresses, owner } = readConfig();
if (owner) {
  const passwords = Object.fromEntries(
    SERVICE_NAMES.map((schema) => [schema, passwordIn(addresses[schema])]),
  );
  await setUpRoles(connectionTo(owner), addresses.usage.pathname.slice(1), passwords);
}
for (const schema of SERVICE_NAMES) {
  const script = fileURLToPath(new URL(`../../../services/${schema}/dist/migrate.js`, import.meta.url));
  const env = { ...process.env, DATABASE_URL: addresses[schema].href };
  execFileSync(process.execPath, [script], { env, stdio: 'inherit' });
}
