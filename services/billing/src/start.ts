import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { BeatsService } from './beats/beats.service.js';
import type { BillingConfig } from './config.js';

/** Starts the gRPC server and the beats. @throws {AppError} UNAVAILABLE while Postgres is away */
export async function startBilling(runtime: Runtime, config: BillingConfig): Promise<Closable> {
  const app = await NestFactory.createMicroservice(AppModule.register(runtime, config), {
    ...grpcServerOptions('billing', runtime.listenHost, config.GRPC_PORT, runtime.ops.registry),
    logger: new NestLogger(runtime.logger),
    abortOnError: false,
  });
  installServerEdges(
    app,
    new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'billing'),
    runtime.logger,
    runtime.ops.registry,
  );
  await app.listen();
  app.get(BeatsService).start();
  return app;
}
