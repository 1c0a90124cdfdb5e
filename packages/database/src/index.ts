export { createDataSource, databaseConfig, PATIENT, type ServiceDatabase } from './data-source.js';
export { DatabaseModule } from './database.module.js';
export { sqlState } from './errors.js';
export { migrateFromCommandLine, revertLastMigration, runMigrations } from './migrate.js';
export { setUpRoles } from './roles.js';
export { transaction } from './transaction.js';
