import { observeDisk, RUNTIME, type Runtime } from '@filemill/platform';
import { createStore, storeFolder } from '@filemill/storage';
import { Global, Inject, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { USAGE_CONFIG, type UsageConfig } from './config.js';
import { UsageMetrics } from './metrics.js';

/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('object store');

/** Shared by all parts of this service: configuration, Redis, the store and the metrics. */
@Global()
@Module({
  providers: [UsageMetrics, { provide: OBJECT_STORE, inject: [USAGE_CONFIG], useFactory: createStore }],
  exports: [UsageMetrics, OBJECT_STORE],
})
export class InfrastructureModule {
  constructor(redis: Redis, @Inject(RUNTIME) { ops }: Runtime, @Inject(USAGE_CONFIG) config: UsageConfig) {
    const folder = storeFolder(config);
    if (folder) observeDisk(ops.registry, 'store', folder);
    ops.addCheck('redis', async () => {
      await redis.ping();
    });
  }
}
