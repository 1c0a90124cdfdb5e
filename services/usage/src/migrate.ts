import { migrateFromCommandLine } from '@filemill/database';
import { usageDatabase } from './database.js';

await migrateFromCommandLine(usageDatabase);
