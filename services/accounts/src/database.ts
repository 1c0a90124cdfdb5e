import type { ServiceDatabase } from '@filemill/database';
import { ApiKey } from './api-keys/api-key.entity.js';
import { CreateAccounts1795257600000 } from './migrations/1795257600000-create-accounts.js';
import { Session } from './sessions/session.entity.js';
import { User } from './users/user.entity.js';

/** What this service keeps in Postgres. */
export const accountsDatabase: ServiceDatabase = {
  schema: 'accounts',
  entities: [User, Session, ApiKey],
  migrations: [CreateAccounts1795257600000],
};
