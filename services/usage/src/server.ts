import { ServiceTokens } from '@filemill/contracts';
import type { Runtime } from '@filemill/platform';
import type { GrpcServerOptions } from '@filemill/service';
import { AppModule } from './app.module.js';
import type { UsageConfig } from './config.js';

/** What the chassis needs to serve this service. */
export const usageServer = (runtime: Runtime, config: UsageConfig): GrpcServerOptions => ({
  runtime,
  service: 'usage',
  module: AppModule.register(runtime, config),
  port: config.GRPC_PORT,
  tokens: new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'usage', config.WORKER_TOKEN_SECRET),
});
