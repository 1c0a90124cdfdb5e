import { createRedis, RUNTIME, type Runtime } from '@filemill/platform';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** A Redis connection for every part of a service; it closes with the application. */
@Module({})
export class RedisModule implements OnApplicationShutdown {
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
