import { ServiceTokens } from '@filemill/contracts';
import type { Runtime } from '@filemill/platform';
import type { GrpcServerOptions } from '@filemill/service';
import { AppModule } from './app.module.js';
import type { BillingConfig } from './config.js';

/** What the chassis needs to serve this service. */
export const billingServer = (runtime: Runtime, config: BillingConfig): GrpcServerOptions => ({
  runtime,
  service: 'billing',
  module: AppModule.register(runtime, config),
  port: config.GRPC_PORT,
  tokens: new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'billing'),
});
