import { SERVICE_NAMES, type ServiceName } from '@filemill/product';
import pg from 'pg';

/** The role as which a service connects, such as `filemill_usage`. */
export const roleOf = (schema: ServiceName): string => `filemill_${schema}`;

/**
 * SQL that gives each named service a role with a password and a schema of its own in the database in which it runs,
 * and no right on anything else. It may be run again: it then sets the passwords again and loses nothing.
 *
 * @param passwords - by schema
 */
function createRolesSql(passwords: Partial<Record<ServiceName, string>>): string {
  const statements = [
    onDatabase('REVOKE ALL ON DATABASE %I FROM PUBLIC'),
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
  ];
  for (const schema of SERVICE_NAMES) {
    const password = passwords[schema];
    if (password === undefined) continue;
    const role = roleOf(schema);
    statements.push(
      `DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(password)}`,
      onDatabase(`GRANT CONNECT ON DATABASE %I TO ${role}`),
      // A managed server's administrator is no superuser and must be a member to give a schema away.
      `GRANT ${role} TO CURRENT_USER`,
      `CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`,
    );
  }
  return `${statements.join(';\n')};\n`;
}

/** A statement about the current database, which GRANT and REVOKE need by name. */
const onDatabase = (format: string): string =>
  `DO $$ BEGIN EXECUTE format('${format}', current_database()); END $$`;

/**
 * Creates the database if it is missing, then runs {@link createRolesSql} in it.
 *
 * @param admin - a role that may create databases and roles; its database is only used to connect
 */
export async function setUpRoles(
  admin: pg.ClientConfig,
  databaseName: string,
  passwords: Partial<Record<ServiceName, string>>,
): Promise<void> {
  await withClient(admin, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(databaseName)}`);
  });
  await withClient({ ...admin, database: databaseName }, async (client) => {
    await client.query(createRolesSql(passwords));
  });
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
