import { ServiceTokens } from '@filemill/contracts';
import type { Runtime } from '@filemill/platform';
import type { GrpcServerOptions } from '@filemill/service';
import { AppModule } from './app.module.js';
import type { AccountsConfig } from './config.js';

/** What the chassis needs to serve this service. */
export const accountsServer = (runtime: Runtime, config: AccountsConfig): GrpcServerOptions => ({
  runtime,
  service: 'accounts',
  module: AppModule.register(runtime, config),
  port: config.GRPC_PORT,
  tokens: new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'accounts'),
});
