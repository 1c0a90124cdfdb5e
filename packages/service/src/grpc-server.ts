import {
  grpcServerOptions,
  installServerEdges,
  type ServiceName,
  type ServiceTokens,
} from '@filemill/contracts';
import { type Closable, NestLogger, type Runtime } from '@filemill/platform';
import type { CanActivate, DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { GrpcOptions } from '@nestjs/microservices';
import { BackgroundLoops } from './background-loops.js';
import { checkRpcHandlers } from './rpc-handlers.js';

/** What one gRPC service consists of. */
export interface GrpcServerOptions {
  readonly runtime: Runtime;
  readonly service: ServiceName;
  readonly module: DynamicModule;
  readonly port: number;
  /** Decides whose calls the service takes. */
  readonly tokens: ServiceTokens;
  /** Stands before every rpc, after the check of the calling service. */
  readonly guard?: Type<CanActivate>;
}

/**
 * Builds a service with its gRPC server, which does not listen yet.
 *
 * @throws {AppError} UNAVAILABLE while Postgres is unreachable
 * @throws {Error} where an rpc of the proto has no handler, or two
 */
export async function createGrpcServer(options: GrpcServerOptions): Promise<INestMicroservice> {
  const { runtime, service, module, port, tokens, guard } = options;
  const { logger, ops, listenHost } = runtime;
  const app = await NestFactory.createMicroservice<GrpcOptions>(module, {
    ...grpcServerOptions(service, listenHost, port, ops.registry),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  checkRpcHandlers(app, service);
  installServerEdges(app, tokens, logger, ops.registry);
  // A global guard covers every rpc, so that a new one cannot go without it.
  if (guard) app.useGlobalGuards(app.get(guard, { strict: false }));
  return app;
}

/** Builds a service, listens, and starts its background loops. @throws {AppError} UNAVAILABLE; see {@link createGrpcServer} */
export async function startGrpcServer(options: GrpcServerOptions): Promise<Closable> {
  const app = await createGrpcServer(options);
  await app.listen();
  startLoops(app);
  return app;
}

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
