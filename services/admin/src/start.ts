import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import { NestFactory } from '@nestjs/core';
import { type AdminConfig, AppModule } from './app.module.js';

/** Starts the gRPC server. @throws {AppError} UNAVAILABLE while Postgres is away */
export async function startAdmin(runtime: Runtime, config: AdminConfig): Promise<Closable> {
  const app = await NestFactory.createMicroservice(AppModule.register(runtime, config), {
    ...grpcServerOptions('admin', runtime.listenHost, config.GRPC_PORT),
    logger: new NestLogger(runtime.logger),
    abortOnError: false,
  });
  installServerEdges(app, new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'admin'), runtime.logger);
  await app.listen();
  return app;
}
