import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { NestLogger, type Runtime } from '@filemill/platform';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { GrpcOptions } from '@nestjs/microservices';
import { AppModule } from './app.module.js';
import type { UsageConfig } from './config.js';

/** The service with its gRPC server, which does not listen yet. */
export async function createServer(runtime: Runtime, config: UsageConfig): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<GrpcOptions>(AppModule.register(runtime, config), {
    ...grpcServerOptions('usage', runtime.listenHost, config.GRPC_PORT, runtime.ops.registry),
    logger: new NestLogger(runtime.logger),
  });
  const { SERVICE_TOKEN_SECRET, WORKER_TOKEN_SECRET } = config;
  const tokens = new ServiceTokens(SERVICE_TOKEN_SECRET, runtime.service, WORKER_TOKEN_SECRET);
  installServerEdges(app, tokens, runtime.logger, runtime.ops.registry);
  return app;
}
