import { grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { type BackgroundLoop, bootstrap, type Closable, NestLogger, type Runtime } from '@filemill/platform';
import type { BeforeApplicationShutdown, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { GrpcOptions } from '@nestjs/microservices';
import type { ServiceConfig, ServiceDefinition } from './definition.js';
import { RootModule } from './root.module.js';
import { checkRpcHandlers } from './rpc-handlers.js';

/** The background loops of one service: they start once it listens, and end before its connections do. */
export abstract class BackgroundLoops implements BeforeApplicationShutdown {
  protected constructor(private readonly loops: readonly BackgroundLoop[]) {}

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

/**
 * Builds a service with its gRPC server, which does not listen yet.
 *
 * @throws {AppError} UNAVAILABLE while Postgres is unreachable
 * @throws {Error} where an rpc of the proto has no handler, or two
 */
export async function createGrpcServer<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  runtime: Runtime,
  config: C,
): Promise<INestMicroservice> {
  const { name, guard } = definition;
  const { logger, ops, listenHost } = runtime;
  const app = await NestFactory.createMicroservice<GrpcOptions>(
    RootModule.register(definition, runtime, config),
    {
      ...grpcServerOptions(name, listenHost, config.GRPC_PORT, ops.registry),
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  checkRpcHandlers(app, name);
  const tokens = new ServiceTokens(config.SERVICE_TOKEN_SECRET, name, config.WORKER_TOKEN_SECRET);
  installServerEdges(app, tokens, logger, ops.registry);
  // A global guard covers every rpc, so that a new one cannot go without it.
  if (guard) app.useGlobalGuards(app.get(guard, { strict: false }));
  return app;
}

/** Builds a service, listens, and starts its background loops. @throws {AppError} UNAVAILABLE; see {@link createGrpcServer} */
export async function startGrpcServer<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  runtime: Runtime,
  config: C,
): Promise<Closable> {
  const app = await createGrpcServer(definition, runtime, config);
  await app.listen();
  startLoops(app);
  return app;
}

/** Runs the process of a service. */
export const runService = <C extends ServiceConfig>(definition: ServiceDefinition<C>): Promise<void> =>
  bootstrap(definition.name, (runtime) => startGrpcServer(definition, runtime, definition.loadConfig()));

function startLoops(app: INestMicroservice): void {
  let loops: BackgroundLoops;
  try {
    loops = app.get(BackgroundLoops, { strict: false });
  } catch {
    // A service without background loops provides none.
    return;
  }
  loops.start();
}
