import { Global, Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module.js';
import { ApiKeyCipher } from './api-keys/api-key-cipher.js';
import { ApiKeysRepository } from './api-keys/api-keys.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { BackgroundModule } from './background/background.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { Attempts } from './limits/attempts.js';
import { KnownAddressesRepository } from './limits/known-addresses.repository.js';
import { AccountsMetrics } from './metrics.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { OwnerAnnouncer } from './owner-announcer.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { ProfileModule } from './profile/profile.module.js';
import { ResetsModule } from './resets/resets.module.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersRepository } from './users/users.repository.js';

/** Providers that several modules use: one instance each. */
const SHARED = [
  AccountsMetrics,
  ApiKeyCipher,
  ApiKeysRepository,
  ApiKeysService,
  Attempts,
  KnownAddressesRepository,
  OutboxRepository,
  OwnerAnnouncer,
  PasswordHasher,
  SessionsRepository,
  UsersRepository,
];

/**
 * The accounts service: users, credentials and plans. Each folder next to this file is one part of its rules. The service
 * is ready without Redis: then it counts attempts in memory, and gateways see changes a little later.
 */
@Global()
@Module({
  imports: [
    IdentityModule,
    SignInModule,
    ProfileModule,
    ResetsModule,
    AdministrationModule,
    BackgroundModule,
  ],
  providers: SHARED,
  exports: SHARED,
})
export class AppModule {}
