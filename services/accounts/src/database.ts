import type { ServiceDatabase } from '@filemill/database';
import { ApiKey } from './api-keys/api-key.entity.js';
import { CreateAccounts1795257600000 } from './migrations/1795257600000-create-accounts.js';
import { AddSignIn1795270000000 } from './migrations/1795270000000-add-sign-in.js';
import { CreateKnownAddresses1795456800000 } from './migrations/1795456800000-create-known-addresses.js';
import { PasswordReset } from './resets/password-reset.entity.js';
import { Session } from './sessions/session.entity.js';
import { User } from './users/user.entity.js';

/** Entities of this service; outbox and known addresses are used by SQL only and have none. */
export const accountsDatabase: ServiceDatabase = {
  schema: 'accounts',
  entities: [User, Session, ApiKey, PasswordReset],
  migrations: [CreateAccounts1795257600000, AddSignIn1795270000000, CreateKnownAddresses1795456800000],
};
