import { ServiceTokens } from '@filemill/contracts';
import type { Runtime } from '@filemill/platform';
import type { GrpcServerOptions } from '@filemill/service';
import { AdministratorGuard } from './administrators/administrator.guard.js';
import { AppModule } from './app.module.js';
import type { AdminConfig } from './config.js';

/** What the chassis needs to serve this service. */
export const adminServer = (runtime: Runtime, config: AdminConfig): GrpcServerOptions => ({
  runtime,
  service: 'admin',
  module: AppModule.register(runtime, config),
  port: config.GRPC_PORT,
  tokens: new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'admin'),
  guard: AdministratorGuard,
});
