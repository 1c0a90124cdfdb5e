import { migrateFromCommandLine } from '@filemill/database';
import { adminDatabase } from './database.js';

await migrateFromCommandLine(adminDatabase);
