import { SERVICE_PORTS, serviceTokenConfig } from '@filemill/contracts';
import { databaseConfig, type ServiceDatabase } from '@filemill/database';
import { port, type Rotating } from '@filemill/platform';
import type { ServiceName } from '@filemill/product';
import type { CanActivate, Type } from '@nestjs/common';

/** Variables of every gRPC service. */
export const serviceConfig = (name: ServiceName) => ({
  GRPC_PORT: port(SERVICE_PORTS[name]),
  ...databaseConfig,
  ...serviceTokenConfig,
});

/** Configuration of a gRPC service: {@link serviceConfig}, and what some services have. */
export interface ServiceConfig {
  readonly GRPC_PORT: number;
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_SIZE: number;
  readonly SERVICE_TOKEN_SECRET: Rotating<string>;
  /** Where workers may call. */
  readonly WORKER_TOKEN_SECRET?: Rotating<string>;
  /** Where the service uses Redis. */
  readonly REDIS_URL?: string;
}

/** What one gRPC service consists of. */
export interface ServiceDefinition<C extends ServiceConfig> {
  readonly name: ServiceName;
  /** Reads the environment. @throws {ConfigError} naming each wrong variable */
  readonly loadConfig: () => C;
  /** Injection token of the configuration. */
  readonly config: symbol;
  readonly database: ServiceDatabase;
  /** Services that this one calls; their addresses are in the configuration. */
  readonly clients: readonly ServiceName[];
  /** The rules of the service. */
  readonly module: Type;
  /** Guards every rpc, after the check of the calling service. */
  readonly guard?: Type<CanActivate>;
}
