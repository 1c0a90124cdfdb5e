import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import { NestFactory } from '@nestjs/core';
import { AppModule, type BillingConfig } from './app.module.js';

/** Starts the gRPC server. @throws {AppError} UNAVAILABLE while Postgres is away */
export async function startBilling(runtime: Runtime, config: BillingConfig): Promise<Closable> {
  const app = await NestFactory.createMicroservice(AppModule.register(runtime, config), {
    ...grpcServerOptions('billing', runtime.listenHost, config.GRPC_PORT),
    logger: new NestLogger(runtime.logger),
    abortOnError: false,
  });
  installServerEdges(app, new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'billing'), runtime.logger);
  await app.listen();
  return app;
}
