import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../app.module.js';
import type { GatewayConfig } from '../config.js';
import { Drain } from '../http/drain.js';
import { HttpErrorFilter } from '../http/errors.js';
import { assertPortIsFree, Listeners } from '../http/listeners.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { helmetOptions } from '../http/security-headers.js';
import { RateLimitGate } from '../rate-limits/rate-limit-gate.js';
import { installSite } from '../site/site.js';
import { CrowdGate } from '../uploads/crowd-gate.js';
import { createAdapter } from './adapter.js';
import { trackConnections } from './connections.js';
import { installEdges } from './edges.js';
import { installGates } from './gates.js';
import { installTracing } from './tracing.js';
import { warnOfUnknownProxy } from './unknown-proxy.js';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Builds the application and listens; resolves when it serves. */
export async function startGateway(runtime: Runtime, config: GatewayConfig): Promise<Closable> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(runtime, config),
    createAdapter(config.TRUST_PROXY_HOPS),
    { logger: new NestLogger(runtime.logger) },
  );
  const connections = await prepareGateway(app, runtime, config);
  // A browser may resolve `localhost` to either loopback address: Fastify listens on both.
  const host = LOOPBACK.has(runtime.listenHost) ? 'localhost' : runtime.listenHost;
  await assertPortIsFree(config.PORT, host);
  const listeners = app.get(Listeners);
  await app.listen({ ...listeners.options, port: config.PORT, host });
  await listeners.add(app.getHttpServer());
  return {
    close: async () => {
      await app.get(Drain).part(connections);
      await Promise.all([listeners.close(), app.close()]);
    },
  };
}

/** Everything besides the routes: errors, headers, request ids, metrics, the site. @returns the connections in use */
export async function prepareGateway(
  app: NestFastifyApplication,
  runtime: Runtime,
  config: GatewayConfig,
): Promise<ReadonlySet<Socket>> {
  app.useGlobalFilters(new HttpErrorFilter(runtime.logger));
  const metrics = app.get<HttpMetrics>(HTTP_METRICS);
  const drain = app.get(Drain);
  const fastify = app.getHttpAdapter().getInstance();
  installEdges(fastify, { logger: runtime.logger, metrics, drain });
  warnOfUnknownProxy(fastify, config.TRUST_PROXY_HOPS, runtime.logger);
  installTracing(fastify);
  const connections = trackConnections(fastify, drain.begun);
  await app.register(helmet, helmetOptions(config.PUBLIC_URL, config.ANALYTICS_URL));
  installGates(fastify, {
    publicUrl: config.PUBLIC_URL,
    limits: app.get(RateLimitGate),
    crowdGate: app.get(CrowdGate),
  });
  await installSite(app, config, runtime.logger);
  return connections;
}
