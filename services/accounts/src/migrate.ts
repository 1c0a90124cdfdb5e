import { migrateFromCommandLine } from '@filemill/database';
import { accountsDatabase } from './database.js';

await migrateFromCommandLine(accountsDatabase);
