import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { NestLogger, type Runtime } from '@filemill/platform';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { GrpcOptions } from '@nestjs/microservices';
import { AppModule } from './app.module.js';
import type { AccountsConfig } from './config.js';

/** The service with its gRPC server, which does not listen yet. @throws {AppError} UNAVAILABLE while Postgres is away */
export async function createServer(runtime: Runtime, config: AccountsConfig): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<GrpcOptions>(AppModule.register(runtime, config), {
    ...grpcServerOptions('accounts', runtime.listenHost, config.GRPC_PORT, runtime.ops.registry),
    logger: new NestLogger(runtime.logger),
    abortOnError: false,
  });
  installServerEdges(
    app,
    new ServiceTokens(config.SERVICE_TOKEN_SECRET, runtime.service),
    runtime.logger,
    runtime.ops.registry,
  );
  return app;
}
