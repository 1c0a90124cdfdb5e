import { createRedis, RUNTIME, type Runtime } from '@filemill/platform';
import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ApiKeyCipher } from './api-keys/api-key-cipher.js';
import { ACCOUNTS_CONFIG, type AccountsConfig } from './config.js';
import { Attempts } from './limits/attempts.js';
import { KnownAddressesRepository } from './limits/known-addresses.repository.js';
import { AccountsMetrics } from './metrics.js';
import { OwnerAnnouncer } from './owner-announcer.js';
import { PasswordHasher } from './passwords/password-hasher.js';

/**
 * Shared by all parts of this service. The service is ready even without Redis: then attempts are counted in memory,
 * and changes are visible a little later.
 */
@Global()
@Module({})
export class InfrastructureModule implements OnApplicationShutdown {
  static register(config: AccountsConfig): DynamicModule {
    return {
      module: InfrastructureModule,
      providers: [
        AccountsMetrics,
        ApiKeyCipher,
        Attempts,
        KnownAddressesRepository,
        OwnerAnnouncer,
        PasswordHasher,
        { provide: ACCOUNTS_CONFIG, useValue: config },
        {
          provide: Redis,
          inject: [RUNTIME],
          useFactory: ({ logger }: Runtime) => createRedis(config.REDIS_URL, logger),
        },
      ],
      exports: [
        AccountsMetrics,
        ApiKeyCipher,
        Attempts,
        KnownAddressesRepository,
        OwnerAnnouncer,
        PasswordHasher,
        ACCOUNTS_CONFIG,
      ],
    };
  }

  constructor(private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
