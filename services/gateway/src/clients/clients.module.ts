import { once } from 'node:events';
import { ServiceClientsModule, USAGE, type UsageClient } from '@filemill/contracts';
import { createRedis, RUNTIME, type Runtime, redisClock, watchClock } from '@filemill/platform';
import { createStore, type ObjectStore } from '@filemill/storage';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** How long the start waits for Redis. */
const CONNECT_TIMEOUT_MS = 2_000;
const CHECK_TIMEOUT_MS = 1_500;

export const REDIS = Symbol('redis');
/** A separate connection: a subscribed one cannot do anything else. */
export const SUBSCRIBER_REDIS = Symbol('subscriber redis');
/** A separate connection for a script that rate-limiter-flexible stores per connection. */
export const RATE_LIMIT_REDIS = Symbol('rate limit redis');
export const OBJECT_STORE = Symbol('object store');

/** Commands of one turn of the event loop are sent in one write. */
const redisProvider = (token: symbol) => ({
  provide: token,
  inject: [GATEWAY_CONFIG, RUNTIME],
  useFactory: (config: GatewayConfig, { logger }: Runtime): Redis =>
    createRedis(config.REDIS_URL, logger, { enableAutoPipelining: true }),
});

const providers = [
  redisProvider(REDIS),
  redisProvider(SUBSCRIBER_REDIS),
  redisProvider(RATE_LIMIT_REDIS),
  {
    provide: OBJECT_STORE,
    inject: [GATEWAY_CONFIG],
    useFactory: (config: GatewayConfig) => createStore(config),
  },
];

/** Connections to all services; they are closed after the last request. */
@Global()
@Module({
  imports: [
    ServiceClientsModule.register('gateway', ['usage', 'accounts', 'billing', 'admin'], GATEWAY_CONFIG),
  ],
  providers,
  exports: providers.map(({ provide }) => provide),
})
export class ClientsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SUBSCRIBER_REDIS) private readonly subscriber: Redis,
    @Inject(RATE_LIMIT_REDIS) private readonly buckets: Redis,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Waits for Redis, so that the first request can use it; an unreachable Redis does not stop the start. */
  async onModuleInit(): Promise<void> {
    this.runtime.ops.addCheck('redis', async () => void (await this.redis.ping()));
    watchClock(this.runtime, redisClock(this.redis));
    this.runtime.ops.addCheck('usage', () => this.usage.checkHealth(CHECK_TIMEOUT_MS));
    this.runtime.ops.addCheck('store', () => this.store.ping());
    await Promise.all([this.redis, this.subscriber, this.buckets].map(connected));
  }

  onApplicationShutdown(): void {
    for (const connection of [this.redis, this.subscriber, this.buckets]) connection.disconnect();
  }
}

async function connected(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
  } catch {
    // Its errors are logged already, and it keeps trying; requests answer 503 until then.
  }
}
