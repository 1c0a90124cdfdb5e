import { once } from 'node:events';
import {
  type accounts,
  type admin,
  type billing,
  createServiceClient,
  type ServiceClient,
  ServiceTokens,
  type usage,
} from '@filemill/contracts';
import { createRedis, RUNTIME, type Runtime, redisClock, watchClock } from '@filemill/platform';
import { createStore, type ObjectStore } from '@filemill/storage';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GatewayConfig } from '../config.js';

/** How long the start waits for Redis. */
const CONNECT_TIMEOUT_MS = 2_000;
const CHECK_TIMEOUT_MS = 1_500;

export const USAGE = Symbol('usage');
export const ACCOUNTS = Symbol('accounts');
export const BILLING = Symbol('billing');
export const ADMIN = Symbol('admin');
export const REDIS = Symbol('redis');
/** A connection of its own: one that subscribes can do nothing else. */
export const SUBSCRIBER = Symbol('subscriber');
/** A connection of its own for a script that rate-limiter-flexible keeps by connection. */
export const BUCKETS = Symbol('buckets');
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

/** Commands that are given in one turn of the event loop are sent together: one write instead of one for each. */
const redisProvider = (token: symbol) => ({
  provide: token,
  inject: [CONFIG, RUNTIME],
  useFactory: (config: GatewayConfig, { logger }: Runtime): Redis =>
    createRedis(config.REDIS_URL, logger, { enableAutoPipelining: true }),
});

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
  redisProvider(BUCKETS),
  provide(STORE, (config) => createStore(config)),
];

/** Connections to everything behind the gateway; they outlive the last request. */
@Global()
@Module({ providers, exports: providers.map(({ provide: token }) => token) })
export class ClientsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(ADMIN) private readonly admin: AdminClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SUBSCRIBER) private readonly subscriber: Redis,
    @Inject(BUCKETS) private readonly buckets: Redis,
    @Inject(STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Waits for Redis, so that the first request finds it; a Redis that is away does not stop the start. */
  async onModuleInit(): Promise<void> {
    this.runtime.ops.addCheck('redis', async () => void (await this.redis.ping()));
    watchClock(this.runtime, redisClock(this.redis));
    this.runtime.ops.addCheck('usage', () => this.usage.checkHealth(CHECK_TIMEOUT_MS));
    this.runtime.ops.addCheck('store', () => this.store.ping());
    await Promise.all([this.redis, this.subscriber, this.buckets].map(connected));
  }

  onApplicationShutdown(): void {
    for (const client of [this.usage, this.accounts, this.billing, this.admin]) client.close();
    for (const connection of [this.redis, this.subscriber, this.buckets]) connection.disconnect();
  }
}

async function connected(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
  } catch {
    // Its failures are in the log already, and it goes on trying; requests answer 503 until then.
  }
}
