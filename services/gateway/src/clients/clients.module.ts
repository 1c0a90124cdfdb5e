import {
  type accounts,
  type admin,
  type billing,
  createServiceClient,
  type ServiceClient,
  ServiceTokens,
  type usage,
} from '@filemill/contracts';
import { createRedis, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { createStore } from '@filemill/storage';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GatewayConfig } from '../config.js';

export const USAGE = Symbol('usage');
export const ACCOUNTS = Symbol('accounts');
export const BILLING = Symbol('billing');
export const ADMIN = Symbol('admin');
export const REDIS = Symbol('redis');
/** A connection of its own: one that subscribes can do nothing else. */
export const SUBSCRIBER = Symbol('subscriber');
export const STORE = Symbol('store');
const TOKENS = Symbol('tokens');

export type UsageClient = ServiceClient<usage.UsageServiceClient>;
export type AccountsClient = ServiceClient<accounts.AccountsServiceClient>;
export type BillingClient = ServiceClient<billing.BillingServiceClient>;
export type AdminClient = ServiceClient<admin.AdminServiceClient>;

const provide = <T>(token: symbol, build: (config: GatewayConfig, tokens: ServiceTokens) => T) => ({
  provide: token,
  inject: [CONFIG, TOKENS],
  useFactory: build,
});

const redisProvider = (token: symbol) => ({
  provide: token,
  inject: [CONFIG, RUNTIME],
  useFactory: (config: GatewayConfig, { logger }: Runtime): Redis => connectRedis(config, logger),
});

const connectRedis = (config: GatewayConfig, logger: Logger): Redis => createRedis(config.REDIS_URL, logger);

const tokensProvider = {
  provide: TOKENS,
  inject: [CONFIG],
  useFactory: (config: GatewayConfig) => new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'gateway'),
};

const providers = [
  tokensProvider,
  provide(USAGE, (c, t) => createServiceClient<usage.UsageServiceClient>('usage', c.USAGE_ADDRESS, t)),
  provide(ACCOUNTS, (c, t) =>
    createServiceClient<accounts.AccountsServiceClient>('accounts', c.ACCOUNTS_ADDRESS, t),
  ),
  provide(BILLING, (c, t) =>
    createServiceClient<billing.BillingServiceClient>('billing', c.BILLING_ADDRESS, t),
  ),
  provide(ADMIN, (c, t) => createServiceClient<admin.AdminServiceClient>('admin', c.ADMIN_ADDRESS, t)),
  redisProvider(REDIS),
  redisProvider(SUBSCRIBER),
  provide(STORE, (config) => createStore(config)),
];

/** Connections to everything behind the gateway; they outlive the last request. */
@Global()
@Module({ providers, exports: providers.map(({ provide: token }) => token) })
export class ClientsModule implements OnApplicationShutdown {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(ADMIN) private readonly admin: AdminClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SUBSCRIBER) private readonly subscriber: Redis,
  ) {}

  onApplicationShutdown(): void {
    for (const client of [this.usage, this.accounts, this.billing, this.admin]) client.close();
    for (const connection of [this.redis, this.subscriber]) connection.disconnect();
  }
}
