import { ServiceClientsModule } from '@filemill/contracts';
import { createRedis, RUNTIME, type Runtime } from '@filemill/platform';
import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ADMIN_CONFIG, type AdminConfig } from '../config.js';
import { Usernames } from './usernames.service.js';

/** Connections to other services and Redis. */
@Global()
@Module({})
export class ClientsModule implements OnApplicationShutdown {
  static register(config: AdminConfig): DynamicModule {
    const settings = { provide: ADMIN_CONFIG, useValue: config };
    const redis = {
      provide: Redis,
      inject: [RUNTIME],
      useFactory: ({ logger }: Runtime) => createRedis(config.REDIS_URL, logger),
    };
    return {
      module: ClientsModule,
      imports: [ServiceClientsModule.register('admin', ['accounts', 'billing', 'usage'], ADMIN_CONFIG)],
      providers: [settings, redis, Usernames],
      exports: [ADMIN_CONFIG, Usernames, Redis],
    };
  }

  constructor(private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
