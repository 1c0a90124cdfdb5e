import { ServiceClientsModule } from '@filemill/contracts';
import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { ServiceConfig, ServiceDefinition } from './definition.js';
import { RedisModule } from './redis.module.js';

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
