import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import { NestFactory } from '@nestjs/core';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AppModule } from './app.module.js';
import type { AdminConfig } from './config.js';

/** Starts the gRPC server. @throws {AppError} UNAVAILABLE while Postgres is away */
export async function startAdmin(runtime: Runtime, config: AdminConfig): Promise<Closable> {
  const app = await NestFactory.createMicroservice(AppModule.register(runtime, config), {
    ...grpcServerOptions('admin', runtime.listenHost, config.GRPC_PORT, runtime.ops.registry),
    logger: new NestLogger(runtime.logger),
    abortOnError: false,
  });
  installServerEdges(
    app,
    new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'admin'),
    runtime.logger,
    runtime.ops.registry,
  );
  // For every rpc, so that a new one cannot go without; after the edges, so that a stranger gets no further.
  app.useGlobalGuards(app.get(AdministratorGuard));
  await app.listen();
  return app;
}
