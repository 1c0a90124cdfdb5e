import type { ServiceDatabase } from '@filemill/database';
import { Conversion } from './conversions/conversion.entity.js';
import { CreateLedger1795257600000 } from './migrations/1795257600000-create-ledger.js';
import { AddClaimToken1795260600000 } from './migrations/1795260600000-add-claim-token.js';
import { CreatePlanTables1795267800000 } from './migrations/1795267800000-create-plan-tables.js';
import { AddHistories1795268400000 } from './migrations/1795268400000-add-histories.js';
import { IndexEndsOfCounters1795272000000 } from './migrations/1795272000000-index-ends-of-counters.js';
import { CreateLocks1795276800000 } from './migrations/1795276800000-create-locks.js';
import { AddLeases1795280400000 } from './migrations/1795280400000-add-leases.js';
import { CreateFailedWork1795281000000 } from './migrations/1795281000000-create-failed-work.js';
import { AddInputs1795284600000 } from './migrations/1795284600000-add-inputs.js';

/** Entities of this service. Counters, failed work, plan tables and running totals are used by SQL only and have none. */
export const usageDatabase: ServiceDatabase = {
  schema: 'usage',
  entities: [Conversion],
  migrations: [
    CreateLedger1795257600000,
    AddClaimToken1795260600000,
    CreatePlanTables1795267800000,
    AddHistories1795268400000,
    IndexEndsOfCounters1795272000000,
    CreateLocks1795276800000,
    AddLeases1795280400000,
    CreateFailedWork1795281000000,
    AddInputs1795284600000,
  ],
};
