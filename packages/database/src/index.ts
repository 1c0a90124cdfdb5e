export { databaseConfig } from './config.js';
export { type ConnectionSettings, createDataSource, type ServiceDatabase } from './data-source.js';
export { DatabaseModule } from './database.module.js';
export { isRetryable, sqlState, toDatabaseError } from './errors.js';
export { migrateFromCommandLine, revertLastMigration, runMigrations } from './migrate.js';
export { createRolesSql, roleOf, SCHEMAS, type SchemaName, setUpRoles } from './roles.js';
export { type Isolation, transaction } from './transaction.js';
