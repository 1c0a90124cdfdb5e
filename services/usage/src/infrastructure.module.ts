import { createRedis, observeDisk, RUNTIME, type Runtime } from '@filemill/platform';
import { createStore, storeFolder } from '@filemill/storage';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { USAGE_CONFIG, type UsageConfig } from './config.js';
import { UsageMetrics } from './metrics.js';

/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('object store');

/** Shared by all parts of this service: configuration, Redis, the store and the metrics. */
@Global()
@Module({})
export class InfrastructureModule implements OnApplicationShutdown {
  static register(config: UsageConfig): DynamicModule {
    return {
      module: InfrastructureModule,
      providers: [
        UsageMetrics,
        { provide: USAGE_CONFIG, useValue: config },
        { provide: OBJECT_STORE, useFactory: () => createStore(config) },
        {
          provide: Redis,
          inject: [RUNTIME],
          // Commands of the same time are sent in one write.
          useFactory: ({ logger }: Runtime) =>
            createRedis(config.REDIS_URL, logger, { enableAutoPipelining: true }),
        },
      ],
      exports: [UsageMetrics, USAGE_CONFIG, OBJECT_STORE, Redis],
    };
  }

  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) { ops }: Runtime,
    @Inject(USAGE_CONFIG) config: UsageConfig,
  ) {
    const folder = storeFolder(config);
    if (folder) observeDisk(ops.registry, 'store', folder);
    ops.addCheck('redis', async () => {
      await this.redis.ping();
    });
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
