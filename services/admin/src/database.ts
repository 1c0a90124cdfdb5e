import type { ServiceDatabase } from '@filemill/database';
import { AuditEntry } from './audit-entries/audit-entry.entity.js';
import { CreateAuditLog1795257600000 } from './migrations/1795257600000-create-audit-log.js';
import { CompleteAuditLog1795268400000 } from './migrations/1795268400000-complete-audit-log.js';
import { IndexPeopleOfAuditLog1795273200000 } from './migrations/1795273200000-index-people-of-audit-log.js';

/** What this service keeps in Postgres. */
export const adminDatabase: ServiceDatabase = {
  schema: 'admin',
  entities: [AuditEntry],
  migrations: [
    CreateAuditLog1795257600000,
    CompleteAuditLog1795268400000,
    IndexPeopleOfAuditLog1795273200000,
  ],
};
