import { ServiceClientsModule } from '@filemill/contracts';
import { DatabaseModule } from '@filemill/database';
import { createRedis, RUNTIME, type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { ServiceConfig, ServiceDefinition } from './definition.js';

/** A Redis connection for every part of a service; it closes with the application. */
@Module({})
class RedisModule implements OnApplicationShutdown {
  static register(url: string): DynamicModule {
    const redis = {
      provide: Redis,
      inject: [RUNTIME],
      // Commands that are sent at the same time become one write.
      useFactory: ({ logger }: Runtime) => createRedis(url, logger, { enableAutoPipelining: true }),
    };
    return { module: RedisModule, global: true, providers: [redis], exports: [Redis] };
  }

  constructor(private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** A service with what every part of it may inject: runtime, configuration, database, clients and Redis. */
@Module({})
export class RootModule {
  static register<C extends ServiceConfig>(
    definition: ServiceDefinition<C>,
    runtime: Runtime,
    config: C,
  ): DynamicModule {
    const { name, database, clients, module } = definition;
    const connection = { url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE };
    return {
      module: RootModule,
      global: true,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(database, connection),
        ServiceClientsModule.register(name, clients, definition.config),
        ...(config.REDIS_URL === undefined ? [] : [RedisModule.register(config.REDIS_URL)]),
        module,
      ],
      providers: [{ provide: definition.config, useValue: config }],
      exports: [definition.config],
    };
  }
}
