import { migrateFromCommandLine } from '@filemill/database';
import { billingDatabase } from './database.js';

await migrateFromCommandLine(billingDatabase);
