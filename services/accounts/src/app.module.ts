import { BackgroundLoops, type ServiceDefinition } from '@filemill/service';
import { Module } from '@nestjs/common';
import { AdministrationController } from './administration/administration.controller.js';
import { AdministrationRepository } from './administration/administration.repository.js';
import { AdministrationService } from './administration/administration.service.js';
import { ApiKeyCipher } from './api-keys/api-key-cipher.js';
import { ApiKeysRepository } from './api-keys/api-keys.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { BackgroundService } from './background/background.service.js';
import { PurgeService } from './background/purge.service.js';
import { ACCOUNTS_CONFIG, type AccountsConfig, loadAccountsConfig } from './config.js';
import { accountsDatabase } from './database.js';
import { DeliveryService } from './delivery/delivery.service.js';
import { IdentityController } from './identity/identity.controller.js';
import { IdentityRepository } from './identity/identity.repository.js';
import { IdentityService } from './identity/identity.service.js';
import { CallLimits } from './limits/call-limits.js';
import { KnownAddressesRepository } from './limits/known-addresses.repository.js';
import { Mailer } from './mail/mailer.js';
import { AccountsMetrics } from './metrics.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { OwnerAnnouncer } from './owner-announcer.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { DeletionService } from './profile/deletion.service.js';
import { UserView } from './profile/user-view.js';
import { UsersController } from './profile/users.controller.js';
import { UsersService } from './profile/users.service.js';
import { ResetLinks } from './resets/reset-links.js';
import { ResetsController } from './resets/resets.controller.js';
import { ResetsRepository } from './resets/resets.repository.js';
import { ResetsService } from './resets/resets.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { UsersRepository } from './users/users.repository.js';

/**
 * The accounts service: users, credentials and plans. Each folder next to this file is one part of its rules. The service
 * is ready without Redis: then it counts calls in memory, and gateways see changes a little later.
 */
@Module({
  controllers: [
    AdministrationController,
    IdentityController,
    ResetsController,
    SignInController,
    UsersController,
  ],
  providers: [
    AccountsMetrics,
    AdministrationRepository,
    AdministrationService,
    ApiKeyCipher,
    ApiKeysRepository,
    ApiKeysService,
    BackgroundService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
    CallLimits,
    DeletionService,
    DeliveryService,
    IdentityRepository,
    IdentityService,
    KnownAddressesRepository,
    Mailer,
    OutboxRepository,
    OwnerAnnouncer,
    PasswordHasher,
    PurgeService,
    ResetLinks,
    ResetsRepository,
    ResetsService,
    SessionsRepository,
    SessionsService,
    SignInService,
    UserView,
    UsersRepository,
    UsersService,
  ],
})
class AppModule {}

/** What the chassis needs to run this service. */
export const accountsService: ServiceDefinition<AccountsConfig> = {
  name: 'accounts',
  loadConfig: loadAccountsConfig,
  config: ACCOUNTS_CONFIG,
  database: accountsDatabase,
  clients: ['usage', 'billing'],
  module: AppModule,
};
