import { createServiceClient, ServiceTokens } from '@filemill/contracts';
import { createRedis, RUNTIME, type Runtime } from '@filemill/platform';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ADMIN_CONFIG, type AdminConfig } from '../config.js';
import {
  ACCOUNTS,
  type AccountsClient,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
} from './clients.js';
import { Usernames } from './usernames.service.js';

const provide = <T>(token: symbol, build: (config: AdminConfig, tokens: ServiceTokens) => T) => ({
  provide: token,
  inject: [ADMIN_CONFIG, ServiceTokens],
  useFactory: build,
});

const connections = [
  {
    provide: ServiceTokens,
    inject: [ADMIN_CONFIG],
    useFactory: (config: AdminConfig) => new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'admin'),
  },
  provide(ACCOUNTS, (c, t): AccountsClient => createServiceClient('accounts', c.ACCOUNTS_ADDRESS, t)),
  provide(BILLING, (c, t): BillingClient => createServiceClient('billing', c.BILLING_ADDRESS, t)),
  provide(USAGE, (c, t): UsageClient => createServiceClient('usage', c.USAGE_ADDRESS, t)),
  {
    provide: Redis,
    inject: [ADMIN_CONFIG, RUNTIME],
    useFactory: (config: AdminConfig, { logger }: Runtime) => createRedis(config.REDIS_URL, logger),
  },
];

/** Connections to the services that this one asks, and to Redis. */
@Global()
@Module({})
export class ClientsModule implements OnApplicationShutdown {
  static register(config: AdminConfig): DynamicModule {
    const settings = { provide: ADMIN_CONFIG, useValue: config };
    return {
      module: ClientsModule,
      providers: [settings, ...connections, Usernames],
      exports: [ADMIN_CONFIG, Usernames, ...connections.map(({ provide: token }) => token)],
    };
  }

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly redis: Redis,
  ) {}

  onApplicationShutdown(): void {
    for (const client of [this.accounts, this.billing, this.usage]) client.close();
    this.redis.disconnect();
  }
}
