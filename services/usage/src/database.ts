import type { ServiceDatabase } from '@filemill/database';
import { Conversion } from './conversions/conversion.entity.js';
import { CreateLedger1795257600000 } from './migrations/1795257600000-create-ledger.js';
import { Counter } from './quotas/counter.entity.js';
import { DailyTotal } from './statistics/daily-total.entity.js';

/** What this service keeps in Postgres. */
export const usageDatabase: ServiceDatabase = {
  schema: 'usage',
  entities: [Conversion, Counter, DailyTotal],
  migrations: [CreateLedger1795257600000],
};
